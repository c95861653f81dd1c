import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { Failure } from '@slipway/model'
import { trustedGroupsOf } from './owner-of-project.ts'
import { projectFiles } from './project-files.ts'

const [alice, team] = [12_345, 34_567]
const asRoot = { skip: process.getuid?.() !== 0 && 'needs root' }

/** Makes a project with a file, and the environment of a user whose configuration is nearby. */
function place(t: TestContext): { env: { XDG_CONFIG_HOME: string }; project: string; file: string } {
  const top = mkdtempSync(join(tmpdir(), 'slipway-files-'))
  t.after(() => rmSync(top, { recursive: true, force: true }))
  const [project, config] = [join(top, 'project'), join(top, 'config/slipway')]
  mkdirSync(project)
  mkdirSync(config, { recursive: true })
  const file = join(project, 'slipway.config.yaml')
  writeFileSync(file, 'parallelism: 3\n')
  return { env: { XDG_CONFIG_HOME: join(top, 'config') }, project, file }
}

function refusal(env: NodeJS.ProcessEnv, project: string, file: string): Failure | undefined {
  try {
    projectFiles({ env }, project).read(file, { what: 'settings file' })
    return undefined
  } catch (error) {
    assert.ok(error instanceof Failure)
    return error
  }
}

describe('a file that a project brings', () => {
  test('is read when it is ours, and refused by name with the right command when others may write it', (t) => {
    const { env, project, file } = place(t)
    assert.equal(projectFiles({ env }, project).read(file), 'parallelism: 3\n')
    chmodSync(file, 0o666)
    const refused = refusal(env, project, file)
    assert.equal(refused?.code, 'cli/unsafe-file')
    assert.equal(
      refused.message,
      `Slipway does not read the settings file ${file}: everybody on this machine can write to it`,
    )
    assert.equal(refused.hint, `chmod o-w ${file} keeps others out`)
    chmodSync(file, 0o644)
    chmodSync(project, 0o777)
    assert.match(refusal(env, project, file)?.message ?? '', /everybody on this machine can write to .*project$/)
  })

  test('cannot be a pipe, which somebody else could hold open', (t) => {
    const { env, project, file } = place(t)
    rmSync(file)
    execFileSync('mkfifo', [file])
    assert.equal(refusal(env, project, file)?.code, 'cli/not-a-file')
  })

  test('is refused when somebody else has made it, or the link to it', asRoot, (t) => {
    const { env, project, file } = place(t)
    chownSync(file, alice, alice)
    const refused = refusal(env, project, file)
    assert.match(refused?.message ?? '', /it belongs to the user 12345, who could make it run anything as you$/)
    assert.match(refused?.hint ?? '', /^remove it, or take it over .*: sudo chown \w+ /)
    rmSync(file)
    writeFileSync(join(project, 'real'), '')
    symlinkSync('real', file)
    execFileSync('chown', ['-h', String(alice), file])
    assert.equal(refusal(env, project, file)?.code, 'cli/unsafe-file')
    // If the folder belongs to alice as well, the hint is to trust the folder.
    chownSync(project, alice, alice)
    assert.match(refusal(env, project, file)?.hint ?? '', /^slipway trust .*project lets the files of its owner count/)
  })

  test('counts when its user has called us through sudo, or its group is trusted', asRoot, (t) => {
    const { env, project, file } = place(t)
    chownSync(file, alice, team)
    assert.equal(refusal({ ...env, SUDO_UID: String(alice), SUDO_GID: String(alice) }, project, file), undefined)
    assert.equal(refusal({ ...env, SUDO_UID: '1', SUDO_GID: '1' }, project, file)?.code, 'cli/unsafe-file')
    trustedGroupsOf(env).add(team)
    assert.equal(refusal(env, project, file), undefined)
    // A list that other users may write trusts nobody.
    chmodSync(join(env.XDG_CONFIG_HOME, 'slipway/trusted'), 0o777)
    assert.equal(refusal(env, project, file)?.code, 'cli/unsafe-file')
    chmodSync(join(env.XDG_CONFIG_HOME, 'slipway/trusted'), 0o700)
    assert.deepEqual([trustedGroupsOf(env).remove(team), trustedGroupsOf(env).remove(team)], [true, false])
    assert.equal(refusal(env, project, file)?.code, 'cli/unsafe-file')
  })
})
