import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import type { MachineOptions } from './machine.ts'
import { project } from './project.ts'

/** A blueprint with an account of the book, which consists of entries, and an entry that names the page on which the account begins. */
export function accountIn(t: TestContext, options: MachineOptions = {}) {
  const made = project(t, options)
  const { at, run } = made
  return {
    ...made,
    account: (spec: string, more = ''): void =>
      writeFileSync(
        at('books.blueprint.yaml'),
        `version: 2025-11-02
resources:
  mine: { type: "ledger:index:Account", spec: { ${spec} }${more} }
  after: { type: "ledger:index/entry:Entry", spec: { account: after, note: "page \${resources.mine.spec.page}" } }
exports:
  opened: { type: string, field: resources.mine.spec.opened }
`,
      ),
    /** How many processes of the plugin were started since the last call. */
    starts: (): number => {
      const lines = existsSync(at('starts')) ? readFileSync(at('starts'), 'utf8').trim().split('\n') : []
      rmSync(at('starts'), { force: true })
      return lines.length
    },
    failing: (...args: string[]): string => {
      const { code, err, out } = run(...args)
      assert.equal(code, 1, err + out)
      return err + out
    },
  }
}
