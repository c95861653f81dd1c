/** The interfaces of operations that the file extends. */
export const sections = ['TypeNames', 'ResourceTypes', 'DataSourceTypes', 'PluginFunctions'] as const

export type Section = (typeof sections)[number]

/** The members of each interface by their keys, with their comments. */
export type EnvMembers = Readonly<Record<Section, ReadonlyMap<string, string>>>

const words: Readonly<Record<Section, string>> = {
  TypeNames: 'The names of all installed types, by namespace.',
  ResourceTypes: 'Types of resources that this project names.',
  DataSourceTypes: 'Data sources that this project names.',
  PluginFunctions: 'Functions of plugins that this project names.',
}

const firstLine =
  '// What plugins have, for TypeScript. `slipway types` overwrites this file: your changes here are lost.'

/** Matches the beginning of the file, even after reformatting. */
export const isEnvText = /^\/\/ What plugins have, for TypeScript\. `slipway types`/

/** Returns the text of the file that describes plugins to TypeScript. */
export function envText(members: EnvMembers): string {
  const interfaces = sections.map((section) => {
    const sorted = [...members[section]].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
    return `  /** ${words[section]} */\n  interface ${section} {\n${sorted.map((text) => `${text}\n`).join('')}  }\n`
  })
  return `${firstLine}
/* eslint-disable */
import type { Plain } from 'slipway'

// prettier-ignore
declare module 'slipway' {
${interfaces.join('\n')}}
`
}

/** Finds the members in an earlier file. From a reformatted file, returns only the recognisable members. */
export function membersIn(text: string): EnvMembers {
  const found = new Map<Section, Map<string, string>>(sections.map((section) => [section, new Map()]))
  let section: Map<string, string> | undefined
  let lines: string[] = []
  let key: string | undefined
  const end = (): void => {
    if (key !== undefined) section?.set(key, lines.join('\n'))
    key = undefined
    lines = []
  }
  for (const line of text.split('\n')) {
    const [, opened] = /^ {2}interface (\w+) \{$/.exec(line) ?? []
    if (opened !== undefined || line === '  }') {
      end()
      section = opened === undefined ? undefined : found.get(opened as Section)
      continue
    }
    const quoted = /^ {4}("(?:[^"\\]|\\.)*"):/.exec(line)?.[1]
    if (quoted !== undefined || /^ {4}\/\*\*/.test(line)) if (key !== undefined) end()
    if (quoted !== undefined) key = unquoted(quoted)
    lines.push(line)
  }
  const of = (name: Section): ReadonlyMap<string, string> => found.get(name) ?? new Map()
  return {
    TypeNames: of('TypeNames'),
    ResourceTypes: of('ResourceTypes'),
    DataSourceTypes: of('DataSourceTypes'),
    PluginFunctions: of('PluginFunctions'),
  }
}

/** Reads a quoted key; `undefined` for text that Slipway did not write. */
function unquoted(text: string): string | undefined {
  try {
    return String(JSON.parse(text))
  } catch {
    return undefined
  }
}
