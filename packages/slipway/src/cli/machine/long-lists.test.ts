import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { doctor } from './doctor.ts'
import { showSettings } from '../stack/show-settings.ts'
import { RecordedConsole } from '../console/testing.ts'
import { trusting } from '../../../../../test/trusting.ts'
import { compiled } from '../../../../../test/compiled.ts'

let folder = ''

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-long-'))
  const context = Array.from({ length: 500 }, (_, n) => `  name${n}: value`)
  const names = Array.from({ length: 5000 }, (_, n) => `NAME_${n}`)
  const settings = `context:\n${context.join('\n')}\nplugins:\n  path: [plugins]\n  envNames: [${names.join(', ')}]\n`
  writeFileSync(join(folder, 'slipway.config.yaml'), settings)
  for (let n = 0; n < 300; n++) {
    const version = join(folder, 'plugins/providers/acme', `p${n}`, '1.0.0')
    mkdirSync(version, { recursive: true })
    // The file cannot be executed.
    writeFileSync(join(version, 'plugin'), '')
  }
})
after(() => rmSync(folder, { recursive: true, force: true }))

const given = { var: [], varFile: [], target: [], exclude: [], replace: [], set: [], settle: [], policyPack: [] }

/** A console in the folder. */
class ConsoleThere extends RecordedConsole {
  override readonly cwd = folder
  override readonly env = { ...compiled, ...trusting, HOME: folder, PATH: process.env['PATH'] }
}

test('config show and doctor show the first of very many lines, each cut, and say how to get all', async () => {
  const settings = new ConsoleThere()
  await showSettings(undefined, given, settings)
  const lines = settings.outText.trimEnd().split('\n')
  assert.equal(lines.length, 202)
  assert.match(lines.at(-1) ?? '', /^… and \d+ more: slipway config show --json has all$/)
  assert.ok(lines.every((line) => line.length < 600))
  const all = new ConsoleThere()
  await showSettings(undefined, { ...given, json: true }, all)
  assert.ok((JSON.parse(all.outText) as unknown[]).length > 500)

  const looked = new ConsoleThere()
  await doctor(undefined, given, looked)
  assert.match(looked.outText, /\n… and \d+ more: slipway doctor --json has all\n$/)
  assert.ok(looked.outText.split('\n').length < 650)
})
