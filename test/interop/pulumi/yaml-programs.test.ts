// test:rest: twenty-two programs, each planned as a blueprint and as a stack
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { skip } from './machine.ts'
import {
  converted,
  placeFiles,
  placeModules,
  placeProgram,
  planText,
  programsFolder,
  yamlMachine,
} from './yaml-plans.ts'

/**
 * Each program's own plan is in `program.plan.txt`: that of `pulumi-language-yaml` 1.25, which UPDATE=1 asks again if it is on the PATH. That
 * of `counts` is written by hand, since its functions are newer.
 */
const isRenewed = process.env['UPDATE'] === '1'
const byHand = new Set(['counts'])

const programs = readdirSync(programsFolder)

suite('a program in Pulumi YAML', { skip }, () => {
  test('has the same plan as a blueprint and as a stack', async (t) => {
    const box = yamlMachine(t)
    deployNet(box)
    for (const program of programs) await t.test(program, () => comparePlans(program, box))
  })
})

type Box = ReturnType<typeof yamlMachine>

/** Deploys another stack, whose exports a program reads. */
function deployNet({ at, run }: Box): void {
  mkdirSync(at('net'))
  writeFileSync(at('Pulumi.yaml'), 'name: net\nruntime: {name: nodejs, options: {typescript: false}}\nmain: net\n')
  writeFileSync(at('net/index.js'), "exports.vpc = 'vpc-1'\nexports.tags = { team: 'net' }\n")
  symlinkSync(join(import.meta.dirname, 'node_modules'), at('net/node_modules'))
  const { code, err } = run('up', '--yes', '--stack', 'dev')
  assert.equal(code, 0, err)
}

function comparePlans(name: string, box: Box): void {
  const folder = join(programsFolder, name)
  const expected = join(folder, 'program.plan.txt')
  if (isRenewed && !byHand.has(name)) writeFileSync(expected, planOfProgram(name, box))
  const wanted = readFileSync(expected, 'utf8')
  const instance = existsSync(join(folder, 'Pulumi.dev.yaml')) ? ['--instance', 'dev', '--create'] : []
  for (const to of ['blueprint', 'stack'] as const) {
    const place = box.at(`${to}/${name}`)
    const { files, notConverted, read } = converted(name, to)
    assert.deepEqual(notConverted, [])
    placeFiles(files, place)
    for (const path of read) copyFileSync(join(folder, path.from), join(place, path.to))
    if (to === 'stack') placeModules(place)
    const { code, out, err } = box.run('plan', '--json', `${to}/${name}/${name}.${endings[to]}`, ...instance)
    assert.equal(code, 0, err + out)
    assert.equal(planText(out), to === 'stack' ? withoutParts(wanted) : wanted, to)
  }
}

const endings = { blueprint: 'blueprint.yaml', stack: 'stack.ts' } as const

function planOfProgram(name: string, { at, options }: Box): string {
  placeProgram(name, at(`program/${name}`))
  const { stdout, stderr } = spawnSync(options.slipway, ['plan', '--json', '--stack', 'dev'], {
    cwd: at(`program/${name}`),
    env: options.env,
    encoding: 'utf8',
  })
  assert.match(stdout, /"type":"plan"/, `${name}: ${stderr}${stdout}`)
  return planText(stdout)
}

/** The plan of a stack does not show the parts of a component. */
function withoutParts(plan: string): string {
  return plan.replaceAll(/^create household-[^]*?\n(?=\S)/gm, '')
}
