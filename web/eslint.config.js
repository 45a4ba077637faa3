import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'

import svelteConfig from './svelte.config.js'

/** Folders of `src`, from the bottom to the top: each imports only from those below it. Programs make `data` and `icons`. */
const LAYERS = [['lib'], ['sw'], ['editions'], ['parts'], ['table'], ['bots', 'review'], ['pages']]

/** Files that may not import what the pattern matches, neither at once nor later. */
function closed(files, pattern, message) {
  return {
    files,
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ regex: pattern, message }] }],
      'no-restricted-syntax': [
        'error',
        { selector: `ImportExpression[source.value=/${pattern.replaceAll('/', '\\/')}/]`, message },
      ],
    },
  }
}

const layers = LAYERS.slice(0, -1).flatMap((layer, level) =>
  layer.map((folder) => {
    const beside = layer.filter((one) => one !== folder)
    const above = [...beside, ...LAYERS.slice(level + 1).flat(), 'App\\.svelte'].join('|')
    return closed([`src/${folder}/**`], `^(\\.\\./)+(${above})(/|$)`, 'A folder imports only from the folders below it.')
  }),
)
const pages = [
  closed(['src/pages/*/*'], '^\\.\\./(?!\\.\\./)|/App\\.svelte$', 'A page does not import another page.'),
  closed(['src/pages/*/*/*'], '^\\.\\./\\.\\./(?!\\.\\./)|/App\\.svelte$', 'A page does not import another page.'),
]

export default ts.config(
  { ignores: ['node_modules', 'src/data', 'src/lib/messages.ts'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      'no-undef': 'off', // TypeScript knows better
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_$' }],
      'svelte/no-useless-mustaches': 'off', // {' '} is a space that stays where a line is broken
      'svelte/prefer-svelte-reactivity': 'off', // what changes is replaced, see `$state.raw`
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  ...layers,
  ...pages,
)
