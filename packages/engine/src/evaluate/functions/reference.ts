import { signature } from './core-function.ts'
import type { CoreFunction } from './core-function.ts'
import { coreFunctionGroups } from './table.ts'

const head = `# Functions

The functions of the blueprint language. They are called inside \`\${…}\` and may be called inside each other:
\`\${join(list("a", variables.name), "-")}\`. A part of the result is read with \`.name\`, \`["name"]\` and \`[0]\`.

Text may be given a number or true and false: their digits or letters count. What is worked out from a secret is secret;
what is worked out from something that is only known during the deployment is known then. Plugins bring further functions,
which are called in the same way. \`none\` is the value that is not there: a field that is none is left out.
`

/** docs/reference/functions.md: written from the table, so that it cannot say anything else. */
export function functionReference(): string {
  const groups = coreFunctionGroups.map(([title, functions]) => {
    const rows = functions.map(row).join('\n')
    return `\n## ${title}\n\n| call | gives | |\n|---|---|---|\n${rows}\n`
  })
  return head + groups.join('')
}

function row(entry: CoreFunction): string {
  return `| \`${signature(entry)}\` | ${entry.returns} | ${entry.summary ?? ''} |`
}
