/**
 * Loaded before each test file: resolves the imports of our own sources by their names alone. Node asks the file system about each one several
 * times, and that is two fifths of the time until a test begins: a test that uses everything imports 1,000 modules.
 */
import { type ResolveFnOutput, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = pathToFileURL(join(import.meta.dirname, '../..')).href
const ours = ['packages', 'plugins', 'test', 'tools'].map((folder) => `${root}/${folder}/`)

/** Our packages, whose names mean the same in all of our sources. */
const packages = new Map<string, ResolveFnOutput>()

function isOurs(url: string): boolean {
  return ours.some((folder) => url.startsWith(folder)) && url.endsWith('.ts') && !url.includes('/node_modules/')
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '', conditions } = context
    if (!isOurs(parentURL) || !conditions.includes('import')) return nextResolve(specifier, context)
    if (/^\.\.?\/.*\.ts$/.test(specifier)) {
      const { href: url } = new URL(specifier, parentURL)
      return isOurs(url) ? { url, format: 'module-typescript', shortCircuit: true } : nextResolve(specifier, context)
    }
    if (!specifier.startsWith('@slipway/')) return nextResolve(specifier, context)
    const known = packages.get(specifier)
    if (known !== undefined) return known
    const found = nextResolve(specifier, context)
    packages.set(specifier, { ...found, shortCircuit: true })
    return found
  },
})
