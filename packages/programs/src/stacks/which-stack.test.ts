import assert from 'node:assert/strict'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { readText } from '@slipway/source/files'
import { selectedStack, selectStack } from './which-stack.ts'

/** A project, and a state folder that does not exist yet. */
function placeIn(context: TestContext) {
  const top = mkdtempSync(join(tmpdir(), 'slipway-selected-'))
  context.after(() => rmSync(top, { recursive: true, force: true }))
  const project = {
    file: '',
    directory: top,
    name: 'shop',
    runtime: { name: 'nodejs', options: {} },
    isRefreshed: false,
    stackFolder: top,
    packages: {},
    declared: [],
    files: { read: readText, problem: () => undefined },
  }
  return { top, place: { project, folders: { state: join(top, 'state') } } }
}

describe('the stack that is selected', () => {
  test('is stored where nobody else can look', (context) => {
    const { place } = placeIn(context)
    const umask = process.umask(0)
    try {
      selectStack(place, 'dev')
    } finally {
      process.umask(umask)
    }
    assert.equal(selectedStack(place), 'dev')
    const modes = ['', 'stacks', 'stacks/shop.selected'].map(
      (name) => lstatSync(join(place.folders.state, name)).mode & 0o777,
    )
    assert.deepEqual(modes, [0o700, 0o700, 0o600])
  })

  test('is not written through somebody’s link', (context) => {
    const { top, place } = placeIn(context)
    const victim = join(top, 'victim')
    writeFileSync(victim, 'precious')
    mkdirSync(join(place.folders.state, 'stacks'), { recursive: true })
    symlinkSync(victim, join(place.folders.state, 'stacks/shop.selected'))
    selectStack(place, 'dev')
    assert.equal(readFileSync(victim, 'utf8'), 'precious')
    assert.equal(selectedStack(place), 'dev')
    assert.deepEqual(readdirSync(join(place.folders.state, 'stacks')), ['shop.selected'])

    rmSync(join(place.folders.state, 'stacks'), { recursive: true })
    mkdirSync(join(top, 'elsewhere'))
    symlinkSync(join(top, 'elsewhere'), join(place.folders.state, 'stacks'))
    assert.throws(() => selectStack(place, 'dev'), { code: 'cli/no-folder' })
    assert.equal(existsSync(join(top, 'elsewhere/shop.selected')), false)
  })
})
