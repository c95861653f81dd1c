import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { machine } from './machine.ts'

interface Call {
  /** Pid of the process that was called. */
  readonly pid: number
  readonly method: string
  readonly request: Readonly<Record<string, unknown>>
}

interface BareOptions {
  readonly install?: (folder: string) => void
  readonly variables?: Readonly<Record<string, string>>
}

const here = import.meta.dirname

/** Starts a program of this folder as a plugin of Pulumi, behind the recorder. */
export function recorded(provider: string, name: string): (folder: string) => void {
  const script = `#!/bin/sh\nexec node '${join(here, 'recorder.cjs')}' '${join(here, provider)}' "$@"\n`
  return (folder) => writeFileSync(join(folder, `pulumi-resource-${name}`), script, { mode: 0o755 })
}

/** Starts it without the recorder. */
export function alone(provider: string, name: string): (folder: string) => void {
  const script = `#!/bin/sh\nexec node '${join(here, provider)}' "$@"\n`
  return (folder) => writeFileSync(join(folder, `pulumi-resource-${name}`), script, { mode: 0o755 })
}

/** A machine with the provider that has no SDK, a book of its pages, and a blueprint with one page. */
export function bareMachine(
  t: TestContext,
  says: string,
  { install = recorded('bare.cjs', 'bare'), variables = {} }: BareOptions = {},
) {
  const box = machine(t, {
    install,
    plugin: 'resource-bare-v3.1.4',
    variables: (at) => ({
      BARE: says,
      BARE_BOOK: at('pages.json'),
      BARE_BAD: at('bad'),
      BARE_STARTED: at('started'),
      OTHER_BOOK: at('other.json'),
      RECORD: at('calls.jsonl'),
      ...variables,
    }),
  })
  const { at } = box
  return {
    ...box,
    pages: (): Readonly<Record<string, unknown>> =>
      existsSync(at('pages.json')) ? JSON.parse(readFileSync(at('pages.json'), 'utf8')) : {},
    write: (spec: string): void =>
      writeFileSync(
        at('pages.blueprint.yaml'),
        `version: 2025-11-02\nresources:\n  page:\n    type: "bare:index:Page"\n    spec: {${spec}}\nexports:\n  letters: {type: integer, field: resources.page.spec.letters}\n`,
      ),
    calls: (): readonly Call[] => callsOf(at('calls.jsonl')),
    /** Names of the calls since the last time, without the question for a schema. */
    heard: (): string =>
      heardIn(at('calls.jsonl'))
        .filter((name) => name !== 'GetSchema')
        .join(' '),
  }
}

/** Names of the calls that the recorder has written since the last time. */
export function heardIn(file: string): readonly string[] {
  const names = callsOf(file).map(({ method }) => method)
  rmSync(file, { force: true })
  return names
}

export function callsOf(file: string): readonly Call[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Call => JSON.parse(line))
}
