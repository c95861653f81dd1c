import { visibleLines } from '@slipway/source/visible'

/** Words that no declaration may have as its name: those of the language, and those that the generated files use themselves. */
const taken: ReadonlySet<string> = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for function if import in ' +
    'instanceof new null return super switch this throw true try typeof var void while with implements interface let package private ' +
    'protected public static yield await async arguments eval undefined globalThis any unknown never object string number boolean ' +
    'symbol bigint exports require module pulumi utilities inputs outputs enums types config Promise Object Error JSON'
  ).split(' '),
)

const identifier = /^[A-Za-z_$][\w$]*$/

export function isIdentifier(text: string): boolean {
  return identifier.test(text)
}

/** A name for a declaration. It gets a `_` if the language or the generated files use it themselves. */
export function declared(name: string): string {
  return taken.has(name) ? `${name}_` : name
}

/** A value as a literal of the language. Nothing in a text can end it. */
export function literal(value: string | number | boolean): string {
  return JSON.stringify(value).replaceAll(/[\u2028\u2029]/g, (each) => (each === '\u2028' ? '\\u2028' : '\\u2029'))
}

/** The name of a property, in a type or in an object. */
export function property(name: string): string {
  return isIdentifier(name) ? name : literal(name)
}

/** `args.name`, `args["odd-name"]` */
export function access(object: string, name: string): string {
  return isIdentifier(name) ? `${object}.${name}` : `${object}[${literal(name)}]`
}

/** `args?.name`, `args?.["odd-name"]` */
export function accessIfThere(object: string, name: string): string {
  return isIdentifier(name) ? `${object}?.${name}` : `${object}?.[${literal(name)}]`
}

/** `randomPassword` for `RandomPassword`. */
export function camel(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** `GetZones` for `getZones`. */
export function title(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Matches texts in which nothing has to be escaped. */
const usual = /^[\x20-\x7e\n]*$/

/** Longer descriptions are cut: nobody reads them beside a type. */
const longestDocs = 200_000

/** A comment of documentation; empty if there is nothing to say. Nothing in the text can end the comment. */
export function docs(text: string, { deprecated = '', indent = '' } = {}): string {
  const said = [...linesOf(text), ...(deprecated === '' ? [] : linesOf(`@deprecated ${deprecated}`))]
  if (said.length === 0) return ''
  return `${indent}/**\n${said.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`
}

function linesOf(text: string): readonly string[] {
  const cut = text.length > longestDocs ? `${text.slice(0, longestDocs)}…` : text
  const shown = (usual.test(cut) ? cut : visibleLines(cut)).replaceAll('*/', '*&#47;').trimEnd()
  return shown === '' ? [] : shown.split('\n').map((line) => line.trimEnd())
}
