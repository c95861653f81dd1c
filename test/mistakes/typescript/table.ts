/** A mistake that a user makes in a stack, in the lines of its function. */
export interface TypeMistake {
  readonly what: string
  readonly lines: string
}

const database = "const db = s.resource('db', 'postgres/database', { name: 'shop' })\n"
const server =
  "const server = s.resource('server', 'local/process', { command: 'node server.mjs', health: { http: 'http://localhost:1' } })\n"

export const mistakes: readonly TypeMistake[] = [
  { what: 'a type is misspelt', lines: "s.resource('db', 'postgres/databse', { name: 'shop' })" },
  { what: 'a namespace is misspelt', lines: "s.resource('page', 'loca/file', { path: 'a', content: 'b' })" },
  { what: 'a field is misspelt', lines: "s.resource('page', 'local/file', { path: 'a', contents: 'b' })" },
  { what: 'a field that must be given is missing', lines: "s.resource('page', 'local/file', { path: 'a' })" },
  { what: 'the whole spec is missing', lines: "s.resource('page', 'local/file')" },
  { what: 'a field is too much', lines: "s.resource('db', 'postgres/database', { name: 'shop', size: 3 })" },
  {
    what: 'a field that the provider fills in is given',
    lines: "s.resource('db', 'postgres/database', { name: 'a', oid: 1 })",
  },
  { what: 'a number stands where text must', lines: "s.resource('page', 'local/file', { path: 'a', content: 1 })" },
  {
    what: 'a value is none of those that are allowed',
    lines: "s.resource('page', 'local/file', { path: 'a', content: 'b', encoding: 'latin1' })",
  },
  {
    what: 'a nested field is misspelt',
    lines: "s.resource('x', 'local/process', { command: 'node x', health: { htp: 'http://localhost:1' } })",
  },
  {
    what: 'a nested field has a value of another kind',
    lines: "s.resource('x', 'local/process', { command: 'node x', health: { http: 'x', timeoutMs: '1s' } })",
  },
  { what: 'a field of an output is misspelt', lines: `${database}s.export('name', db.out.nmae)` },
  { what: 'a nested field of an output is misspelt', lines: `${server}s.export('url', server.out.health.url)` },
  { what: 'a path of an output is misspelt', lines: `${database}s.export('name', db.output('nmae'))` },
  {
    what: 'an output is of another kind than the field',
    lines: `${database}s.resource('page', 'local/file', { path: 'a', content: db.out.oid })`,
  },
  {
    what: 'what is known later is used as if it were known',
    lines: `${database}const name: string = db.out.name\ns.export('name', name)`,
  },
  {
    what: 'an option of a resource is misspelt',
    lines: "s.resource('id', 'random/id', { byteLength: 4 }, { dependOn: [] })",
  },
  { what: 'a variable is misspelt', lines: "s.resource('page', 'local/file', { path: 'a', content: v.regoin })" },
  {
    what: 'a variable is of another kind than the field',
    lines: "s.resource('id', 'random/id', { byteLength: v.region })",
  },
  {
    what: 'an export of another stack is misspelt',
    lines: "const other: StackExports<typeof import('./good.stack.ts')> = { oid: 1 }\ns.export('oid', other.odi)",
  },
]
