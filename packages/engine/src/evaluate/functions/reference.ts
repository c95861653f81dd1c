import { fullSignature } from './core-function.ts'
import type { CoreFunction } from './core-function.ts'
import { counterparts, type Counterpart } from './elsewhere/opentofu.ts'
import { noneExamples, noneRows } from './none-table.ts'
import { coreFunctionGroups } from './table.ts'

const head = `# Functions

These are the functions of the blueprint language. You call them inside \`\${…}\`, and a call may be an argument of another call:
\`\${join(list("a", variables.name), "-")}\`. Use \`.name\`, \`["name"]\` and \`[0]\` to read a part of the result.
\`slipway eval 'join(list("a", "b"), "-")'\` tries a function out, and \`slipway functions\` lists all functions.

Most of these functions are in the public specification. The others are marked as extensions: only Slipway can deploy a blueprint that
calls one of them. Plugins add more functions, which you call in the same way. A parameter with \`?\` is optional. A parameter with
\`…\` takes any number of arguments.

A string parameter also accepts a number or a boolean and converts it to a string. The result of a call with a secret argument is
secret. If an argument is known only during the deployment, so is the result.

The type \`float\` accepts any number, and an integer remains an integer. Integers are exact, however long they are. Functions count
the characters of a string from 0, each character of Unicode as one. So an emoji is one character, but one that is put together, such as a
flag, is several.

In a string, the only escape is \`\\"\`: \`"\\n"\` is a backslash and an n. For a line break, write \`\\n\` where the whole text stands in
double quotes of YAML or JSON, or break the line between the quotes in a block of YAML. In the blueprint language, two empty lines between
\`"""\` and \`"""\` are one line break.

**Functions as arguments.** A parameter of the type \`function\` takes a short function: \`map(values.subnets, x => x.id)\`, or with the
index \`map(list("a"), (x, i) => format("%s-%d", x, i))\`. It also takes the name of a function, which may come from a plugin:
\`map(list("a"), to_upper)\`. It also takes a call that returns a function: \`map(values.subnets, pipe(getattr("id"), to_upper))\`. A
function returned by a call exists only while the expression is evaluated. You cannot store it or send it to a plugin.

**Outside data.** \`file\` and \`http_resource\` read at most 8 MiB, and a server has 30 seconds to answer. Slipway reads each path
and each URL once, before it makes a plan. The content becomes part of the plan, as the results of a plugin's functions do.

**Drawn values.** Each call of \`uuid\` and \`datetime\` has its own value. The first plan draws this value, and the state keeps
it sealed. The value stays the same as long as you neither change the call and its arguments nor move it to another value, resource or
instance of \`each\`. If a value, resource or instance contains identical calls, their order tells them apart. \`slipway eval\` draws a
new value each time.

**Bytes.** \`base64decode\`, \`file\` and \`http_resource\` return bytes. \`base64encode\`, \`sha256\`, \`sha1\` and \`md5\`
take bytes as they are. Everywhere else Slipway reads the bytes as UTF-8 and reports an error if they are not valid UTF-8.
`

const noneHead = `
## none

\`none\` means that there is no value. A field or an item that is none is left out, and inside a string it is empty. Most functions
return none if an argument is none. Each row shows what the call returns if its first, second or third argument is none.

| call | first | second | third |
|---|---|---|---|
`

const examplesHead = `
None is also left out of the lists and maps that a function takes or returns:

| call | returns |
|---|---|
`

/** The text of docs/reference/functions.md. It is made from the table, so that the two always agree. */
export function functionReference(): string {
  const groups = coreFunctionGroups.map(([title, functions]) => {
    const rows = functions.map(row).join('\n')
    return `\n## ${title}\n\n| call | |\n|---|---|\n${rows}\n`
  })
  const cells = noneRows.map(([name, args, given]) => {
    const [first = '', second = '', third = ''] = given.map(code)
    return `| ${code(`${name}(${args.join(', ')})`)} | ${first} | ${second} | ${third} |\n`
  })
  const examples = noneExamples.map(([call, given]) => `| ${code(call)} | ${code(given)} |\n`)
  return [
    head,
    ...groups,
    noneHead,
    ...cells,
    examplesHead,
    ...examples,
    openTofuHead,
    ...counterparts.map(counterpart),
  ].join('')
}

const openTofuHead = `
## Functions of OpenTofu

Each function of OpenTofu 1.12, and what it is here. Every example has the result that stands beside it.

| OpenTofu | here | example | result |
|---|---|---|---|
`

function counterpart({ name, ours, words, example, gives }: Counterpart): string {
  const here = ours === undefined ? `None. ${words}` : `${code(ours)}. ${words}`
  return `| ${code(name)} | ${here} | ${example === undefined ? '' : code(example)} | ${gives === undefined ? '' : code(gives)} |\n`
}

function row(entry: CoreFunction): string {
  const mark = entry.extension === true ? ' *Extension.*' : ''
  return `| ${code(fullSignature(entry))} | ${entry.summary ?? ''}${mark} |`
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``
}
