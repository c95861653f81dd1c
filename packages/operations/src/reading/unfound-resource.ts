import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { namespaceOf } from '@slipway/model'
import { readOptionalText } from '@slipway/source/files'
import { scriptFiles } from '@slipway/source/script-files'
import { scriptStrings } from '@slipway/source/script-strings'
import { typesDefinedBy } from './defined-types.ts'

/**
 * Returns the reason why Slipway does not find a resource that the program may define itself: the file lies outside the project, or the type is
 * computed. Reads the sources and their imports from outside, without running them.
 */
export function unfoundHint(project: string, namespace: string): string | undefined {
  const shown = (file: string): string => relative(project, file)
  const computed: string[] = []
  for (const { file, text } of scriptFiles(project)) {
    const outside = importedFromOutside(project, file, text).find((one) => definesOf(namespace, textOf(one)))
    if (outside !== undefined)
      return `${shown(outside)} defines it, but is outside the project: Slipway starts plugins only from files below ${project}; move the file there, or make it a plugin: slipway plugin new`
    if (text.includes('defineResource') && callsIn(text) > typesDefinedBy(text).length) computed.push(shown(file))
  }
  if (computed.length === 0) return undefined
  return `if ${computed.join(' or ')} defines it: write its type as plain text, type: '${namespace}/…', since Slipway finds it without running the file`
}

function definesOf(namespace: string, text: string): boolean {
  return typesDefinedBy(text).some((type) => namespaceOf(type) === namespace)
}

/** Returns the files outside the project that a source imports by relative paths. */
function importedFromOutside(project: string, file: string, text: string): readonly string[] {
  if (!text.includes('../')) return []
  return scriptStrings(text)
    .filter(({ value, after }) => value.startsWith('../') && (after === 'from' || after === 'import' || after === '('))
    .map(({ value }) => resolve(dirname(file), value))
    .flatMap((found) => [found, `${found}.ts`])
    .filter((found) => isOutside(relative(project, found)))
}

function isOutside(path: string): boolean {
  return isAbsolute(path) || path === '..' || path.startsWith('../')
}

function callsIn(text: string): number {
  return text.match(/\bdefineResource\s*\(/g)?.length ?? 0
}

function textOf(file: string): string {
  try {
    return readOptionalText(file) ?? ''
  } catch {
    return ''
  }
}
