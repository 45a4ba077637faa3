/* Writes words into rows of features, where they are not what the row shows: the same as row_writer.py, which explains it. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#ifdef _MSC_VER
#include <intrin.h>
#endif

enum { SET, HEAP, PLACE, NUMBER };

typedef struct {
    long long word, kind, shift, bits, start; /* bits: the mask, shifted to where the part is in its word */
    double unit, divisor;
} Part;

typedef struct {
    Part *parts;       /* in the order of the words */
    Py_ssize_t *first; /* of each word, and of one more: its first part */
    Py_ssize_t words, features;
} Block;

typedef struct {
    PyObject_HEAD
    Py_buffer words, observations;
    Py_ssize_t rows, seats, row_size, row_words;
    Block table, seat;
    int64_t *written; /* of each row: the words that it shows */
} RowWriter;

static int lowest(uint64_t bits) {
#ifdef _MSC_VER
    unsigned long index;
    _BitScanForward64(&index, bits);
    return (int)index;
#else
    return __builtin_ctzll(bits);
#endif
}

static inline void write_part(const Part *part, int64_t value, int64_t before, float *features) {
    features += part->start;
    value = (value & part->bits) >> part->shift;
    before = (before & part->bits) >> part->shift;
    uint64_t changed = (uint64_t)(value ^ before);
    switch (part->kind) {
    case SET:
        for (; changed; changed &= changed - 1) {
            int index = lowest(changed);
            features[index] = (float)(value >> index & 1);
        }
        break;
    case HEAP:
        for (int64_t kinds = part->bits; kinds; kinds >>= 4, value >>= 4) /* all of them: a branch would often be guessed wrong */
            *features++ = (float)(part->unit * (double)(value & 15));
        break;
    case PLACE:
        if (before)
            features[before] = 0.0f;
        if (value)
            features[value] = 1.0f;
        break;
    default:
        *features = (float)(part->unit * (double)value / part->divisor);
    }
}

static void write_block(const Block *block, const int64_t *words, int64_t *written, float *features) {
    for (Py_ssize_t word = 0; word < block->words; word++) {
        int64_t value = words[word], before = written[word];
        if (value == before)
            continue;
        written[word] = value;
        for (Py_ssize_t index = block->first[word]; index < block->first[word + 1]; index++)
            if ((value ^ before) & block->parts[index].bits)
                write_part(&block->parts[index], value, before, features);
    }
}

static PyObject *RowWriter_write(RowWriter *self, PyObject *number) {
    Py_ssize_t row = PyLong_AsSsize_t(number);
    if (row < 0 || row >= self->rows)
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_IndexError, "there is no row %zd", row);
    Py_ssize_t seat = row % self->seats;
    const int64_t *words = self->words.buf;
    int64_t *written = self->written + row * self->row_words;
    float *features = (float *)self->observations.buf + row * self->row_size;
    write_block(&self->table, words, written, features);
    words += self->table.words;
    written += self->table.words;
    features += self->table.features;
    for (Py_ssize_t apart = 0; apart < self->seats; apart++) {
        write_block(&self->seat, words + seat * self->seat.words, written, features);
        written += self->seat.words;
        features += self->seat.features;
        seat = seat + 1 < self->seats ? seat + 1 : 0;
    }
    Py_RETURN_NONE;
}

/* Read the parts of a block; false, with an exception, if that fails. */
static int read_block(PyObject *list, Block *block) {
    Py_ssize_t count = PyList_GET_SIZE(list);
    block->parts = PyMem_Calloc(count + 1, sizeof(Part));
    block->first = PyMem_Calloc(count + 1, sizeof(Py_ssize_t));
    if (block->parts == NULL || block->first == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    for (Py_ssize_t index = 0; index < count; index++) {
        Part *part = block->parts + index;
        if (!PyArg_ParseTuple(PyList_GET_ITEM(list, index), "LLLLLdd", &part->word, &part->kind, &part->shift, &part->bits,
                              &part->start, &part->unit, &part->divisor))
            return 0;
        part->bits = (long long)((unsigned long long)part->bits << part->shift);
        if (part->word == block->words)
            block->first[block->words++] = index;
        if (part->word != block->words - 1) {
            PyErr_SetString(PyExc_ValueError, "the parts are not in the order of the words");
            return 0;
        }
        block->first[block->words] = index + 1;
    }
    return 1;
}

static int RowWriter_init(RowWriter *self, PyObject *args, PyObject *kwargs) {
    PyObject *words, *observations, *table, *seat;
    if (self->written != NULL || (kwargs != NULL && PyDict_GET_SIZE(kwargs)) ||
        !PyArg_ParseTuple(args, "OOn(nnn)O!O!", &words, &observations, &self->seats, &self->row_size,
                          &self->table.features, &self->seat.features, &PyList_Type, &table, &PyList_Type, &seat)) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "a RowWriter is made once, of positional arguments");
        return -1;
    }
    /* Only the engine writes into its memory: for all others, these buffers are for reading. */
    if (PyObject_GetBuffer(words, &self->words, PyBUF_SIMPLE) || PyObject_GetBuffer(observations, &self->observations, PyBUF_SIMPLE))
        return -1;
    if (!read_block(table, &self->table) || !read_block(seat, &self->seat))
        return -1;
    self->row_words = self->table.words + self->seats * self->seat.words;
    if (self->seats < 1 || self->words.len != self->row_words * 8 ||
        self->row_size < self->table.features + self->seats * self->seat.features) {
        PyErr_SetString(PyExc_ValueError, "the words or the features are not as many as these parts and seats need");
        return -1;
    }
    self->rows = self->observations.len / (4 * self->row_size);
    self->written = PyMem_Calloc(self->rows * self->row_words + 1, 8);
    if (self->written == NULL)
        PyErr_NoMemory();
    return self->written ? 0 : -1;
}

static void RowWriter_dealloc(RowWriter *self) {
    PyTypeObject *type = Py_TYPE(self);
    PyBuffer_Release(&self->words);
    PyBuffer_Release(&self->observations);
    PyMem_Free(self->table.parts);
    PyMem_Free(self->table.first);
    PyMem_Free(self->seat.parts);
    PyMem_Free(self->seat.first);
    PyMem_Free(self->written);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyMethodDef methods[] = {
    {"write", (PyCFunction)RowWriter_write, METH_O, "Show the words in a row, as its seat sees the others."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_init, RowWriter_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, RowWriter_dealloc},
    {Py_tp_methods, methods},
    {0, NULL},
};

static PyType_Spec spec = {"libertalia.search.row_writer.RowWriter", sizeof(RowWriter), 0, Py_TPFLAGS_DEFAULT, slots};

static int fill(PyObject *module) {
    PyObject *type = PyType_FromSpec(&spec);
    int failed = type == NULL ? -1 : PyModule_AddObjectRef(module, "RowWriter", type);
    Py_XDECREF(type);
    return failed;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, fill}, {0, NULL}};

static PyModuleDef definition = {PyModuleDef_HEAD_INIT, "row_writer", NULL, 0, NULL, module_slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_row_writer(void) {
    return PyModuleDef_Init(&definition);
}
