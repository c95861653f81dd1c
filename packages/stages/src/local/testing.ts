import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/** A directory that is removed after the test. */
export function testDirectory(context: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'slipway-tasks-'))
  context.after(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Writes a task plugin; returns its directory. */
export function writePlugin(
  parent: string,
  name: string,
  tasks: string,
  metadata = `name: ${name}\nversion: 1.0.0\n`,
): string {
  const directory = join(parent, name)
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'metadata.yaml'), metadata)
  writeFileSync(join(directory, 'tasks.yaml'), tasks)
  return directory
}

/** A shell task as YAML. */
export function shellTask(stage: string, cmd: string, role = `'*'`, timeout = 42): string {
  return `- role: ${role}\n  stage: ${stage}\n  type: shell\n  parameters:\n    cmd: ${JSON.stringify(cmd)}\n    timeout: ${timeout}\n`
}
