/** Things that stand on other things, which their service refuses to remove while they are in use. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { project } from './project.ts'

const yard = join(import.meta.dirname, 'yard.cjs')

/** A project with things that stand on other things. */
export function yardProject(t: TestContext) {
  const made = project(t, {
    plugin: 'resource-yard-v1.0.0',
    install: (folder) =>
      writeFileSync(join(folder, 'pulumi-resource-yard'), `#!/bin/sh\nexec node '${yard}' "$@"\n`, { mode: 0o755 }),
    variables: (at) => ({
      YARD: at('yard.json'),
      YARD_CALLS: at('calls'),
      YARD_FAILS: at('fails'),
      YARD_HOLD: at('hold'),
    }),
  })
  const { at, program } = made
  return {
    ...made,
    program: (text: string): void =>
      program(`class Thing extends pulumi.CustomResource {
  constructor(name, inputs, options) { super('yard:index:Thing', name, inputs, options) }
}
const first = { deleteBeforeReplace: true }
${text}`),
    /** The calls since the last look that change something. */
    calls: (): readonly string[] => {
      const lines = existsSync(at('calls')) ? readFileSync(at('calls'), 'utf8').trim().split('\n') : []
      rmSync(at('calls'), { force: true })
      return lines
    },
    things: (): readonly string[] => Object.keys(JSON.parse(readFileSync(at('yard.json'), 'utf8'))),
    failing: (call: string): void => writeFileSync(at('fails'), call),
  }
}

/** A network, and a machine in it. */
export const both = (place: string, more = '', options = ''): string => `
const network = new Thing('network', { place: '${place}' }, first)
const machine = new Thing('machine', { on: network.id, note: 'x' ${more} }, { ${options} })`

export const fourSteps = ['delete machine', 'delete network', 'create network', 'create machine']

export const tight = (place: string): string => `
const network = new Thing('network', { place: '${place}', tight: true })
new Thing('machine', { on: network.id })`
