import { fullSignature } from './core-function.ts'
import type { CoreFunction } from './core-function.ts'
import { noneExamples, noneRows } from './none-table.ts'
import { coreFunctionGroups } from './table.ts'

const head = `# Functions

The functions of the blueprint language. They are called inside \`\${…}\` and may be called inside each other:
\`\${join(list("a", variables.name), "-")}\`. A part of the result is read with \`.name\`, \`["name"]\` and \`[0]\`.
\`slipway eval 'join(list("a", "b"), "-")'\` tries one out, and \`slipway functions\` lists them.

They are those of the public specification, and some more, marked as extensions: a blueprint that calls one of these is one for
Slipway. Text may be given a number or true and false: their digits or letters count. What is worked out from a secret is
secret; what is worked out from something that is only known during the deployment is known then. Plugins bring further
functions, which are called in the same way. A parameter with \`?\` can be left out, one with \`…\` takes any number of arguments.

\`float\` stands for any number, and an integer stays an integer. Integers are exact, however long. Characters of a text are
counted as a person would, from 0: an emoji is one.

**Functions as arguments.** A parameter of the type \`function\` takes the name of a function (\`map(list("a"), to_upper)\`), also of
one of a plugin, or what a function gives that makes one: \`map(values.subnets, pipe(getattr("id"), to_upper))\`. Such a function
exists only while the expression is worked out: it can be kept nowhere, and not be sent to a plugin.

**Outside.** What \`file\` and \`http_resource\` read has at most 8 MB, and a server 30 seconds to answer. They are asked before a
plan is made, once for each path or address, and like a plugin's functions: what they say is part of the plan.

**Drawn.** Each call of \`uuid\` and \`datetime\` has a value of its own, which is drawn for the first plan and recorded, sealed, in the
state. It stays the same as long as the call and its arguments do, and stay a part of the same value, resource or instance of
\`each\`; among calls that are written alike there, the order counts. \`slipway eval\` draws anew each time.

**Bytes.** \`base64decode\`, \`file\` and \`http_resource\` give bytes: \`base64encode\`, \`sha256\`, \`sha1\` and \`md5\` take them as they are. Anywhere else they are
the text that they encode in UTF-8, and bytes that are no text are refused there.
`

const noneHead = `
## none

\`none\` is the value that is not there: a field or an item that is none is left out, and inside a text it is empty. Given to a
function, it makes most results none. The rows show what a call gives when its first, second or third argument is none.

| call | first | second | third |
|---|---|---|---|
`

const examplesHead = `
Inside of what a function is given, and of what it makes, none is left out, too:

| call | gives |
|---|---|
`

/** docs/reference/functions.md: written from the table, so that it cannot say anything else. */
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
  return [head, ...groups, noneHead, ...cells, examplesHead, ...examples].join('')
}

function row(entry: CoreFunction): string {
  const mark = entry.extension === true ? ' *Extension.*' : ''
  return `| ${code(fullSignature(entry))} | ${entry.summary ?? ''}${mark} |`
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``
}
