import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { versions } from 'node:process'

const ownNode = '@slipway/node'

/** The line for a new folder's dependencies. It names the package that brings Node 24, so that nobody wonders about an older one. */
export function installStep(folder: string): string {
  const node = nodeIn(folder)
  return node === undefined ? 'npm install' : `npm install          # brings the Node 24 that Slipway needs: ${node}`
}

/** The line that adds Node 24 to a copied template, if this command runs on an older one and the template brings none. */
export function nodeSteps(folder: string, version: string = versions.node): readonly string[] {
  if (Number.parseInt(version) >= 24 || nodeIn(folder) !== undefined) return []
  return [`npm i -D ${ownNode}   # Slipway needs Node 24, and this one is ${version}`]
}

/** The package among the dependencies of a folder that brings a Node. */
function nodeIn(folder: string): string | undefined {
  const names = ['dependencies', 'devDependencies'].flatMap((kind) => Object.keys(manifestIn(folder)[kind] ?? {}))
  return names.find((name) => name === ownNode || /^node-(?:linux|darwin)-/.test(name))
}

function manifestIn(folder: string): Readonly<Record<string, object | undefined>> {
  try {
    const text = readFileSync(join(folder, 'package.json'), 'utf8')
    return (JSON.parse(text) as Readonly<Record<string, object>> | null) ?? {}
  } catch {
    // A template may have none, or one that npm will complain about.
    return {}
  }
}
