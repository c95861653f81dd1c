import { readText } from '@slipway/source/files'
import { scriptStrings } from '@slipway/source/script-strings'
import { ignore } from '../../events.ts'
import { findStack } from '../../project/find-stack.ts'
import { openStack, type ProjectRequest } from '../../project/project.ts'
import { startStack } from '../../programs/stack-file-source.ts'
import type { Slipway } from '../../slipway.ts'

/** Reads the text of the request's stack; `undefined` if there is none. */
export function textOfStack({ cwd }: Slipway, { file }: ProjectRequest): string | undefined {
  const stack = findStack(file, cwd)
  return stack && readText(stack.file, { what: 'stack' })
}

/** Returns resource names that occur literally in the text. Computed names are known only to the running function. */
export function resourcesInText(source: string): readonly string[] {
  return scriptStrings(source).flatMap(({ value, call }) =>
    call?.name === 'resource' && call.argument === 0 ? [value] : [],
  )
}

/** Returns the keys of the object under `variables`. */
export function variablesInText(source: string): readonly string[] {
  const begin = /\bvariables\s*:\s*\{/.exec(source)
  if (begin === null) return []
  const names: string[] = []
  const inside = source.slice(begin.index + begin[0].length)
  const token = /\/\/[^\n]*|\/\*[^]*?\*\/|(["'`])(?:\\[^]|(?!\1)[^\\])*\1|([\p{ID_Start}_$][\p{ID_Continue}$]*)|[^]/gu
  let depth = 0
  let isKey = true
  for (const [text, , word] of inside.matchAll(token)) {
    if (text === '}' && depth === 0) break
    if ('([{'.includes(text)) depth++
    else if (')]}'.includes(text)) depth--
    else if (depth === 0 && word !== undefined && isKey) {
      names.push(word)
      isKey = false
    } else if (depth === 0 && text === ',') isKey = true
  }
  return names
}

/**
 * Returns `name=value` for values that the schemas allow, if the schema library reveals them. This runs the file, so it works only in trusted
 * folders.
 */
export async function valuesOfVariables(slipway: Slipway, request: ProjectRequest): Promise<readonly string[]> {
  const { agreeToTrust: _, ...unasked } = slipway
  const project = await openStack(unasked, request)
  if (project === undefined) return []
  const process = startStack(unasked, project, ignore)
  try {
    const { variables } = await process.loaded()
    return variables.flatMap(({ name, schema }) => allowedBy(schema).map((value) => `${name}=${value}`))
  } finally {
    await process.close()
  }
}

function allowedBy(schema: Readonly<Record<string, unknown>> = {}): readonly string[] {
  if (schema['type'] === 'boolean') return ['true', 'false']
  const { enum: listed, const: only } = schema
  const values: readonly unknown[] = Array.isArray(listed) ? listed : only === undefined ? [] : [only]
  return values.filter((value) => ['string', 'number', 'boolean'].includes(typeof value)).map(String)
}
