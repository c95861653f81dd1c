import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { machine, type MachineOptions } from './machine.ts'

export function project(t: TestContext, options: MachineOptions = {}) {
  const made = machine(t, options)
  const { run } = made
  const exported = (...args: string[]): unknown => JSON.parse(run('exports', '--json', ...args).out)
  return {
    ...made,
    exported,
    up: (...args: string[]): string => {
      const { code, err, out } = run('up', '--yes', ...args)
      assert.equal(code, 0, err)
      return err + out
    },
    /** The types of the records, by name. */
    recorded: (): Readonly<Record<string, string>> => {
      const { resources } = JSON.parse(run('state', 'export', '--show-secrets').out)
      return Object.fromEntries(resources.map(({ name, type }: { name: string; type: string }) => [name, type]))
    },
  }
}
