/** The three forms of a blueprint; `bp` is the blueprint language. */
export type Form = 'yaml' | 'json' | 'bp'

export const formNames: Readonly<Record<Form, string>> = {
  yaml: 'YAML',
  json: 'JSON',
  bp: 'the blueprint language',
}

const declaration =
  /^(?:(?:version|transform)[ \t]+["[]|metadata[ \t]*\{|(?:variable|value|data|resource|export)[ \t]+"?[\w.-]+"?[ \t]*:|include[ \t]+"?[\w.-]+"?[ \t]+")/
const yamlKey = /^(?:---|(?:[\w.-]+|"[^"]*"|'[^']*')[ \t]*:(?:[ \t\r]|$))/

/** The form that a text seems to have, by its first line that is no comment; `undefined` if it could be anything. */
export function seemingForm(text: string): Form | undefined {
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length;) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end === -1 ? Math.min(text.length, at + 500) : Math.min(end, at + 500)).trimStart()
    if (/^(?:[{[]|\/[/*])/.test(line)) return 'json'
    if (line.trim() !== '' && !line.startsWith('#')) return formOfLine(line)
    if (end === -1) return undefined
    at = end + 1
  }
  return undefined
}

function formOfLine(line: string): Form | undefined {
  if (declaration.test(line)) return 'bp'
  return yamlKey.test(line) ? 'yaml' : undefined
}

/** The form for the ending of a file's name. */
export function formOfName(file: string): Form | undefined {
  if (/\.jsonc?$/i.test(file)) return 'json'
  if (/\.ya?ml$/i.test(file)) return 'yaml'
  return /\.(?:blueprint|bp)$/i.test(file) ? 'bp' : undefined
}
