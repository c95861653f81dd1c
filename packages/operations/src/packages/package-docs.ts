type Json = Readonly<Record<string, unknown>>

/** Maximum length of a description, in characters. The schema has the full text. */
const mostText = 4000

/** Writes the documentation of a package as Markdown from its schema: its types with their properties. */
export function packageDocs(schema: string): string {
  const read: unknown = JSON.parse(schema)
  const pkg = isMap(read) ? read : {}
  const sections = [
    section('Resources', mapsIn(pkg, 'resources'), (spec) => [
      ...table('Arguments', mapsIn(spec, 'inputProperties'), textsIn(spec, 'requiredInputs')),
      ...table('Outputs', mapsIn(spec, 'properties'), []),
    ]),
    section('Functions', mapsIn(pkg, 'functions'), (spec) => {
      const [inputs, outputs] = [mapIn(spec, 'inputs'), mapIn(spec, 'outputs')]
      return [
        ...table('Arguments', mapsIn(inputs, 'properties'), textsIn(inputs, 'required')),
        ...table('Results', mapsIn(outputs, 'properties'), []),
      ]
    }),
    ['## Settings', '', ...table('Settings', mapsIn(mapIn(pkg, 'config'), 'variables'), [])],
  ].filter((lines) => lines.length > 2)
  const head = [
    `# ${code(textIn(pkg, 'name'))} ${plain(textIn(pkg, 'version'))}`,
    '',
    shortened(textIn(pkg, 'description')),
    '',
  ]
  return `${[...head, ...sections.flat()]
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`
}

function section(title: string, entries: Entries, linesOf: (spec: Json) => readonly string[]): readonly string[] {
  if (entries.length === 0) return []
  const each = entries.flatMap(([name, spec]) => [
    `### ${code(name)}`,
    '',
    ...(textIn(spec, 'deprecationMessage') === ''
      ? []
      : [`Deprecated: ${plain(textIn(spec, 'deprecationMessage'))}`, '']),
    shortened(textIn(spec, 'description')),
    '',
    ...linesOf(spec),
  ])
  return [`## ${title}`, '', ...each]
}

type Entries = readonly (readonly [string, Json])[]

function table(title: string, properties: Entries, required: readonly string[]): readonly string[] {
  if (properties.length === 0) return []
  const rows = properties.map(([name, spec]) => {
    const needed = required.includes(name) ? 'yes' : ''
    return `| ${code(name)} | ${code(typeIn(spec))} | ${needed} | ${plain(textIn(spec, 'description').split('\n')[0] ?? '')} |`
  })
  return [`| ${title} | Type | Needed | What it is |`, '|---|---|---|---|', ...rows, '']
}

function typeIn(spec: Json): string {
  const ref = textIn(spec, '$ref')
  if (ref !== '') return ref.slice(ref.lastIndexOf('/') + 1)
  const type = textIn(spec, 'type')
  if (type === 'array') return `${typeIn(mapIn(spec, 'items'))}[]`
  return type === '' ? 'any' : type
}

/** Puts a name between backticks that nothing in the name can end. */
function code(text: string): string {
  return `\`${text.replaceAll(/[`\s|]+/g, ' ')}\``
}

/** Puts a text on one line, without HTML and without the bars of a table. */
function plain(text: string): string {
  return text.slice(0, mostText).replaceAll(/\s+/g, ' ').replaceAll('<', '&lt;').replaceAll('|', '\\|')
}

/** Shortens a text and removes its HTML. Keeps its lines. */
function shortened(text: string): string {
  const cut = text.length > mostText ? `${text.slice(0, mostText)}…` : text
  return cut.replaceAll('<', '&lt;')
}

function isMap(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function mapIn(map: Json, name: string): Json {
  const value = map[name]
  return isMap(value) ? value : {}
}

function mapsIn(map: Json, name: string): Entries {
  return Object.entries(mapIn(map, name)).flatMap(([key, value]) => (isMap(value) ? [[key, value] as const] : []))
}

function textIn(map: Json, name: string): string {
  const value = map[name]
  return typeof value === 'string' ? value : ''
}

function textsIn(map: Json, name: string): readonly string[] {
  const value = map[name]
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
