import { aOrAn, didYouMean } from '@slipway/source'
import { toldByStack } from './told-error.ts'
import type { ToldError } from './messages.ts'
import { placeOfCompileError } from './place-of-compile-error.ts'
import { placeOfSyntaxError } from './place-of-syntax-error.ts'

/**
 * Returns the reason why a stack could not be loaded, reworded where Node's message does not help.
 *
 * @param exported the exports of `slipway` in a stack
 * @param loaded paths of the modules that were loaded, in order
 */
export function loadProblem(thrown: unknown, exported: readonly string[], loaded: readonly string[]): ToldError {
  const told = toldByStack(thrown)
  const place = placeOfSyntaxError(told.stack) ?? told.place ?? placeOfCompileError(told, loaded)
  return { ...told, place, message: wordsFor(told, codeOf(thrown), exported) }
}

function wordsFor({ message }: ToldError, code: string | undefined, exported: readonly string[]): string {
  if (code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') {
    const what = /(enum|namespace|parameter property|import equals|import assignment|module)/i
      .exec(message)?.[1]
      ?.toLowerCase()
    const subject = what === undefined ? 'this syntax' : aOrAn(what)
    return `Node runs TypeScript by removing the types, and ${subject} is more than a type: ${instead(what)}`
  }
  const [, module = '', name = ''] =
    /The requested module '([^']+)' does not provide an export named '([^']+)'/.exec(message) ?? []
  if (name === '') return message
  if (/^(slipway|@slipway\/operations)$/.test(module)) return noExport(module, name, exported)
  return name === 'default' ? message : noValue(module, name)
}

function noValue(module: string, name: string): string {
  return `${module} exports no value ${name}; import a type as one: import { type ${name} } from '${module}'`
}

/** Types begin with a capital letter, and so do the few classes. Only values are among the exports of a running stack. */
function noExport(module: string, name: string, exported: readonly string[]): string {
  const near = didYouMean(
    name,
    exported.filter((other) => isCapital(other) === isCapital(name)),
  )
  if (near !== undefined) return `${module} exports no ${name}; ${near}`
  return isCapital(name)
    ? noValue(module, name)
    : `${module} exports no ${name}: a stack needs stack, secret and Output`
}

function isCapital(name: string): boolean {
  return /^[A-Z]/.test(name)
}

function instead(what: string | undefined): string {
  switch (what) {
    case 'enum':
      return "write an object with `as const` (const Size = { small: 's' } as const), or a union of strings"
    case 'namespace':
    case 'module':
      return 'put it into its own file and import that'
    case 'parameter property':
      return 'declare the field in the class and assign it in the constructor'
    default:
      return 'write it as in JavaScript'
  }
}

function codeOf(thrown: unknown): string | undefined {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
  return typeof code === 'string' ? code : undefined
}
