import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Returns an error for a missing module, with the importing line and, for a missing package, a remedy; `undefined` for any other error. */
export function missingModule(thrown: unknown, specifier: string, parent: string | undefined): Error | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown) || thrown.code !== 'ERR_MODULE_NOT_FOUND') return undefined
  if (parent?.startsWith('file:') !== true || parent.includes('/node_modules/')) return undefined
  // The words replace Node's, which are therefore no cause: a stack tells the causes of its errors, too.
  const error = new Error(wordsFor(thrown.message, specifier))
  const at = placeIn(fileURLToPath(parent), specifier)
  if (at !== undefined) error.stack = `Error: ${error.message}\n    at ${parent}:${at}`
  // A module with an optional import checks the error's code.
  return Object.assign(error, { code: thrown.code })
}

function wordsFor(message: string, specifier: string): string {
  if (!message.startsWith('Cannot find package')) return message
  const [name = specifier] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? []
  return `the package ${name} is not installed in this folder or above it: npm install ${name}`
}

/** Returns `LINE:COLUMN` of the first string with this specifier. */
function placeIn(file: string, specifier: string): string | undefined {
  try {
    const lines = readFileSync(file, 'utf8').split('\n')
    for (const [index, line] of lines.entries()) {
      const column = Math.max(line.indexOf(`'${specifier}'`), line.indexOf(`"${specifier}"`))
      if (column !== -1) return `${index + 1}:${column + 1}`
    }
    return undefined
  } catch {
    return undefined
  }
}
