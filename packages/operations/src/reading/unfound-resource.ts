import { basename, dirname, isAbsolute, relative } from 'node:path'
import { filesImportedBy, loadedFiles } from '@slipway/host'
import { namespaceOf } from '@slipway/model'
import { scriptFiles } from '@slipway/source/script-files'
import { typesDefinedBy } from './defined-types.ts'

/**
 * Returns the reason why Slipway does not find a resource that the program may define itself: the file lies outside the project, or the type is
 * computed. Reads the sources and their imports from outside, without running them.
 */
export function unfoundHint(project: string, namespace: string): string | undefined {
  const shown = (file: string): string => relative(project, file)
  const computed: string[] = []
  const seen = new Set<string>()
  for (const { file, text } of scriptFiles(project)) {
    const imported = filesImportedBy(file, text).filter((one) => isOutside(shown(one)) && !seen.has(one))
    for (const one of imported) seen.add(one)
    const outside = definingAmong(imported, namespace)
    if (outside !== undefined)
      return `${shown(outside)} defines it, but is outside the project: Slipway starts plugins only from files below ${project} and outside node_modules; move the file there, or make it a plugin: slipway plugin new`
    if (text.includes('defineResource') && callsIn(text) > typesDefinedBy(text).length) computed.push(shown(file))
  }
  if (computed.length === 0) return undefined
  return `if ${computed.join(' or ')} defines it: write its type as plain text, type: '${namespace}/…', since Slipway finds it without running the file`
}

/** Finds the file that defines a type of the namespace: one of these, one that they import, or any source of a package that they import. */
function definingAmong(imported: readonly string[], namespace: string): string | undefined {
  const defines = (text: string): boolean => typesDefinedBy(text).some((type) => namespaceOf(type) === namespace)
  for (const { file, content } of loadedFiles(imported)) {
    const text = content.toString('utf8')
    if (basename(file) !== 'package.json') {
      if (defines(text)) return file
    } else if (mayDefine(file, text)) {
      const found = [...scriptFiles(dirname(file))].find((script) => defines(script.text))
      if (found !== undefined) return found.file
    }
  }
  return undefined
}

/** True for a package of a workspace, and for an installed one that uses the SDK; installed packages are many, and large. */
function mayDefine(file: string, text: string): boolean {
  return !isInstalled(file) || text.includes('@slipway/sdk')
}

function isInstalled(file: string): boolean {
  return file.split('/').includes('node_modules')
}

function isOutside(path: string): boolean {
  return isAbsolute(path) || path === '..' || path.startsWith('../') || isInstalled(path)
}

function callsIn(text: string): number {
  return text.match(/\bdefineResource\s*\(/g)?.length ?? 0
}
