/**
 * What Pulumi's own converter and language plugin for YAML (github.com/pulumi/pulumi-yaml 1.25.0) make of the programs in `pulumi-yaml/`. Their
 * answers are kept beside each program. `SLIPWAY_PULUMI_YAML=FOLDER` names a folder with both programs: then they are asked, and `UPDATE=1`
 * keeps what they say.
 */
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { convertProgram } from '@slipway/operations'
import { machine } from '../../packages/operations/src/converting/testing/machine.ts'
import { describe, test } from '../cases.ts'

const cases = join(import.meta.dirname, 'pulumi-yaml')
const real = process.env['SLIPWAY_PULUMI_YAML']

/** Texts by path. Kept TypeScript has `.txt` behind its name, so that no tool takes it for Slipway's code. */
function textsIn(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  return Object.fromEntries(names.toSorted().map((name) => [bare(name), readFileSync(join(folder, name), 'utf8')]))
}

function bare(name: string): string {
  return name.replace(/\.ts\.txt$/, '.ts')
}

function keep(folder: string, texts: Readonly<Record<string, string>>): void {
  rmSync(folder, { recursive: true, force: true })
  for (const [name, text] of Object.entries(texts)) {
    const file = join(folder, name.replace(/\.ts$/, '.ts.txt'))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

describe('a program in YAML that Pulumi converts', () => {
  for (const name of readdirSync(cases))
    test(`${name}: is kept as PCL and as YAML, and becomes a blueprint and a stack`, async (t) => {
      const folder = join(cases, name)
      const { slipway, at, provider, replaying } = machine(t)
      provider()
      if (real === undefined) replaying(folder)
      else
        for (const plugin of ['pulumi-converter-yaml', 'pulumi-language-yaml'])
          symlinkSync(join(real, plugin), at(`bin/${plugin}`))
      for (const to of ['pcl', 'yaml', 'blueprint', 'stack']) {
        const { out } = await convertProgram(slipway, { from: 'yaml', directory: join(folder, 'program'), to, out: to })
        const isOurs = to === 'blueprint' || to === 'stack'
        const texts = textsIn(out)
        if ((real !== undefined || isOurs) && process.env['UPDATE'] === '1') keep(join(folder, to), texts)
        assert.deepEqual(texts, textsIn(join(folder, to)))
      }
    })
})
