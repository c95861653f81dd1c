import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { blueprintFolder } from '../testing.ts'
import { problemWith } from './program.ts'

const folder = await blueprintFolder()
await mkdir(join(folder, 'bin/directory'), { recursive: true })
await mkdir(join(folder, 'later'))
await writeFile(join(folder, 'bin/runs'), '#!/bin/sh\n', { mode: 0o755 })
await writeFile(join(folder, 'bin/plain'), '#!/bin/sh\n', { mode: 0o644 })
await writeFile(join(folder, 'later/plain'), '#!/bin/sh\n', { mode: 0o755 })

const [bin, later] = [join(folder, 'bin'), join(folder, 'later')]
const isNone = (program: string) => `there is no program ${program}`
const cannotRun = (program: string) => `${program} cannot be run: it is not an executable file`

test('a program is found where the shell finds it, and nowhere else', async () => {
  for (const [program, path, problem] of [
    ['./runs', '/nowhere', undefined],
    [join(bin, 'runs'), '', undefined],
    ['runs', bin, undefined],
    ['runs', `/nowhere:${bin}`, undefined],
    ['runs', ':/nowhere', undefined],
    ['runs', '/nowhere:.', undefined],
    ['plain', `${bin}:${later}`, undefined],
    ['runs', '/nowhere', `${isNone('runs')} in the PATH`],
    ['../runs', bin, isNone('../runs')],
    ['./runs/below', bin, isNone('./runs/below')],
    ['plain', bin, cannotRun('plain')],
    ['directory', bin, cannotRun('directory')],
    ['./directory', bin, cannotRun('./directory')],
  ] as const) {
    assert.equal(await problemWith(program, bin, path), problem, `${program} in ${path}`)
    const { status } = spawnSync('/bin/sh', ['-c', 'exec "$@"', 'sh', program], { cwd: bin, env: { PATH: path } })
    assert.equal(status === 0, problem === undefined, `the shell: ${program} in ${path}`)
  }
})

test('without a PATH the shell has its own, and is left to look', async () => {
  assert.equal(await problemWith('no-such-program', bin, undefined), undefined)
})
