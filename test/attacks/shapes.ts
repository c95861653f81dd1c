import { version } from './target.ts'

/** In characters, roughly. */
const size = 1_000_000

/** Repeats a part as often as it fits; each may differ. */
function many(part: (n: number) => string, length = size): string {
  const parts: string[] = []
  let left = length
  for (let n = 0; left > 0; n++) {
    const next = part(n)
    parts.push(next)
    left -= next.length
  }
  return parts.join('')
}

const rows = (count: number, row: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => row(n)).join('')
const file = (name: string | number, spec: string): string => `  ${name}: { type: local/file, spec: ${spec} }\n`
const one = file('one', '{ path: p, content: c }')
const resources = (text: string): string => `${version}resources:\n${text}`
const values = (text: string): string => `${version}values:\n${text}resources:\n${one}`
/** Makes `aa` ten times as long with each round. */
const long = (rounds: number): string => `${'replace('.repeat(rounds)}"aa"${', "a", "aaaaaaaaaa")'.repeat(rounds)}`
const letters = (rounds: number): string => `'\${split(${long(rounds)}, "")}'`
const each = (name: string, rounds: number, rest: string): string =>
  `  ${name}:\n    type: local/file\n    each: ${letters(rounds)}\n${rest}`
const doubled = (n: number, c: number, first: string, twice: (before: string) => string): string =>
  n === 0 ? first : twice(`\${values.c${c}v${n - 1}}`)

/** Texts of about a million characters, or short texts that expand to very long ones. */
const syntax: Readonly<Record<string, string>> = {
  'brackets in brackets': resources('['.repeat(size)),
  'maps in maps': resources('{a: '.repeat(size / 4)),
  'lists in lists, by dashes': resources('- '.repeat(size / 2)),
  'complex keys in complex keys': `${version}${'? '.repeat(size / 2)}x`,
  'lines that go in and in': `${version}${rows(1400, (n) => `${' '.repeat(n)}a:\n`)}`,
  'anchors and aliases': `${version}values:\n  a: &a {type: string, value: x}\n${many((n) => `  v${n}: *a\n`)}`,
  tags: `${version}values:\n${many((n) => `  v${n}: !x {type: !y string, value: !z x}\n`)}`,
  'documents without end': `${version}${'---\n'.repeat(size / 4)}`,
  'quotes that do not end': `${version}a: "${'a\n'.repeat(size / 2)}`,
  'half surrogates': `${version}a: ${'\uD83D'.repeat(size)}`,
  'keys without values': `${version}${'? a\n'.repeat(size / 4)}`,
  'the same key again and again': resources(many(() => one)),
}

const scalars: Readonly<Record<string, string>> = {
  'a number of a million digits': values(`  v: {type: integer, value: ${'9'.repeat(size)}}\n`),
  'numbers of a thousand digits': values(many((n) => `  v${n}: {type: integer, value: ${'9'.repeat(990)}}\n`)),
  'an index of a million digits': values(
    `  l: {type: array, value: [1]}\n  v: {type: integer, value: "\${values.l[${'9'.repeat(size)}]}"}\n`,
  ),
  'a text of a million characters': resources(file('a', `{path: p, content: "${'x'.repeat(size)}"}`)),
  'a key of a million characters': resources(`  ${'k'.repeat(size)}: {type: local/file}\n`),
  'long names that differ by a letter': resources(
    rows(5, (n) =>
      file(`${'k'.repeat(60_000)}${n}`, `{path: p, content: "\${resources.${'k'.repeat(60_000)}x.spec.path}"}`),
    ),
  ),
}

const substitutions: Readonly<Record<string, string>> = {
  'half substitutions': resources(file('a', `{path: p, content: "${'${'.repeat(size / 2)}"}`)),
  'empty substitutions': resources(file('a', `{path: p, content: "${'${}'.repeat(size / 3)}"}`)),
  'a call of half a million arguments': resources(
    file('a', `{path: p, content: "\${list(${'1,'.repeat(size / 2)}1)}"}`),
  ),
  'calls in calls': resources(file('a', `{path: p, content: '\${${'trim('.repeat(200_000)}'}`)),
  'a reference with a long path': resources(
    `${one}${file('b', `{path: p, content: "\${one.spec${'.x'.repeat(size / 2)}}"}`)}`,
  ),
  'many references to one field': resources(
    `${one}${file('b', `{path: p, content: "${'${one.spec.sha256}'.repeat(50_000)}"}`)}`,
  ),
}

const mistakes: Readonly<Record<string, string>> = {
  'unknown keys': `${version}${many((n) => `key${n}: 1\n`)}`,
  'unknown attributes of one resource': resources(
    `  a:\n    type: local/file\n    spec:\n${many((n) => `      contenx${n}: 1\n`)}`,
  ),
  'wrong annotations': resources(
    `  a:\n    type: local/file\n    metadata: {annotations: {${many((n) => `k${n}: [v],`)} x: y}}\n    spec: {path: p, content: c}\n`,
  ),
  'references to what is not there': resources(
    many((n) => file(`r${n}`, `{path: p, content: "\${resources.q${n}.spec.path}"}`)),
  ),
  'types that are not there': resources(many((n) => `  r${n}: {type: local/x${n}}\n`)),
  'functions that are not there': resources(file('a', `{path: p, content: "${many((n) => `\${f${n}()}`)}"}`)),
  'names that cannot be': resources(many((n) => `  "a b${n}": {type: local/file}\n`)),
  'variables that nobody gives': `${version}variables:\n${many((n) => `  v${n}: {type: string}\n`)}`,
}

const graphs: Readonly<Record<string, string>> = {
  'a circle of resources': resources(
    rows(12_000, (n) => file(`r${n}`, `{path: p, content: "\${r${(n + 1) % 12_000}.spec.path}"}`)),
  ),
  'a circle of values': values(
    rows(15_000, (n) => `  v${n}: {type: string, value: "\${values.v${(n + 1) % 15_000}}"}\n`),
  ),
  'everybody needs everybody': resources(
    rows(200, (n) => file(`r${n}`, `{path: p, content: "${rows(200, (m) => `\${r${m}.spec.path}`)}"}`)),
  ),
  'a chain of resources': resources(
    `${file('r0', '{path: p, content: c}')}${rows(10_000, (n) => file(`r${n + 1}`, `{path: p, content: "\${r${n}.spec.sha256}"}`))}`,
  ),
  'a chain of values, read from many places': `${version}resources:\n${one}values:\n  v0: {type: string, value: "\${one.spec.sha256}"}\n${rows(8000, (n) => `  v${n + 1}: {type: string, value: "\${values.v${n}}"}\n`)}exports:\n${rows(5000, (n) => `  e${n}: {type: string, field: values.v8000}\n`)}`,
  'values that collect resources': `${version}values:\n  v0: {type: string, value: x}\n${rows(7000, (n) => `  v${n + 1}: {type: array, value: ["\${values.v${n}}", "\${r${n}.spec.path}"]}\n`)}resources:\n${rows(7000, (n) => file(`r${n}`, '{path: p, content: c}'))}`,
}

const bombs: Readonly<Record<string, string>> = {
  'texts that double': values(
    rows(400, (c) =>
      rows(20, (n) => `  c${c}v${n}: { type: string, value: "${doubled(n, c, 'aaaaaaaaaaaaaa', (v) => v + v)}" }\n`),
    ),
  ),
  'lists that double': values(
    rows(300, (c) =>
      rows(19, (n) => `  c${c}v${n}: { type: array, value: [${doubled(n, c, '1', (v) => `"${v}", "${v}"`)}] }\n`),
    ),
  ),
  'JSON again and again': values(
    `  t: {type: string, value: '\${join(list("[", replace(${long(5)}, "a", "1,"), "1]"), "")}'}\n${rows(50, (n) => `  v${n}: {type: integer, value: "\${len(jsondecode(values.t))}"}\n`)}`,
  ),
  'emoji counted': values(
    `  t: {type: string, value: '\${replace(${long(6)}, "a", "😀")}'}\n${rows(50, (n) => `  v${n}: {type: integer, value: "\${len(values.t)}"}\n`)}`,
  ),
  'digests of long texts': values(
    `  t: {type: string, value: '\${${long(6)}}'}\n${rows(5000, (n) => `  v${n}: {type: string, value: "\${sha256(values.t)}"}\n`)}`,
  ),
  'long lists compared': values(
    `  t: {type: array, value: ${letters(5)}}\n  u: {type: array, value: ${letters(5)}}\n${rows(5000, (n) => `  v${n}: {type: boolean, value: "\${eq(values.t, values.u)}"}\n`)}`,
  ),
  'a long list given on': values(
    `  t: {type: array, value: ${letters(5)}}\n${rows(5000, (n) => `  v${n}: {type: array, value: "\${values.t}"}\n`)}`,
  ),
  'splitting that cannot be': values(
    `  t: {type: string, value: '\${${long(6)}}'}\n${rows(100, (n) => `  v${n}: {type: integer, value: '\${len(split(values.t, ""))}'}\n`)}`,
  ),
  'items with a long text each': resources(
    each('a', 4, `    spec: { path: p, content: '${'${elem}${i}'.repeat(40_000)}' }\n`),
  ),
  'items with a long list each': resources(
    each('a', 4, `    spec: { path: p, content: [${'1,'.repeat(400_000)} 1] }\n`),
  ),
  'items that need all items': resources(
    `${each('a', 4, '    spec: { path: p, content: c }\n')}${each('b', 4, '    dependsOn: a\n    spec: { path: p, content: c }\n')}`,
  ),
  'items that read a thousand others': resources(
    `${each('a', 4, '    spec: { path: p, content: c }\n')}${each('b', 3, `    spec: { path: p, content: "${rows(1000, (n) => `\${a[${n}].spec.path}`)}" }\n`)}`,
  ),
}

/** Files of about a million characters, by their shape. */
export const shapes: Readonly<Record<string, string>> = {
  ...syntax,
  ...scalars,
  ...substitutions,
  ...mistakes,
  ...graphs,
  ...bombs,
}

/** Documents in JSON of about a million characters. */
export const documents: Readonly<Record<string, string>> = {
  'brackets in brackets': '['.repeat(size),
  'brackets that close': `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  'a text without end': `"${'x'.repeat(size)}`,
  'the same key again and again': `{${'"a":1,'.repeat(size / 6)}"b":1}`,
  'many keys': `{${many((n) => `"k${n}":[{}],`)}"z":1}`,
  'a number of a million digits': `{"version":${'9'.repeat(size)}}`,
  'comments without end': '/*'.repeat(size / 2),
  'null bytes': '\0'.repeat(size),
  'something else': '"x"',
  nothing: 'null',
}
