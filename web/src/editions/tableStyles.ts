/** What the table needs of each edition. It comes after the common styles of the table. */
import.meta.glob('./*/table.css', { eager: true })
