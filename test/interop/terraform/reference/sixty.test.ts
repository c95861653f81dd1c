// test:rest: needs Go, and asks the reference where it is on PATH
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { suite } from '../../needs.ts'
import { skipWithoutGo } from '../build.ts'
import { makeYard, type Yard } from '../yard.ts'
import { providersOfSixty, sixty, sixtyAsTerraform } from './sixty.ts'
import { findReference, overrides } from './tool.ts'

const stateFile = join(import.meta.dirname, 'answers/sixty.tfstate')

interface State {
  readonly lineage: string
  readonly serial: number
  readonly resources: readonly {
    readonly type: string
    readonly name: string
    readonly instances: readonly { readonly index_key?: string | number; readonly attributes: Attributes }[]
  }[]
}

type Attributes = Readonly<Record<string, unknown>>

function readState(text: string): State {
  return JSON.parse(text)
}

/** The attributes of each instance, by its address. */
function attributesIn({ resources }: State): ReadonlyMap<string, Attributes> {
  return new Map(
    resources.flatMap(({ type, name, instances }) =>
      instances.map(({ index_key: key = '', attributes }): [string, Attributes] => [
        `${type}.${name} ${key}`,
        attributes,
      ]),
    ),
  )
}

/** Makes the objects of the state outside: the providers store them almost as the state has them. */
function makeOutside(yard: Yard, { resources }: State): void {
  for (const { type, instances } of resources)
    for (const { attributes } of instances) {
      const [owner = '', kind = ''] = type.split('_')
      const { id, timeouts: _, ...fields } = attributes
      const kept = owner === 'harbor' ? { id, ...fields } : fields
      const file =
        owner === 'local'
          ? yard.at(String(attributes['filename']))
          : yard.at(`store/${owner}/${kind}/${String(id)}.json`)
      if (owner === 'time') continue
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, owner === 'local' ? String(attributes['content']) : JSON.stringify(kept))
    }
}

async function takenOver(t: TestContext): Promise<Yard> {
  const yard = await makeYard(providersOfSixty)
  t.after(() => yard.remove())
  yard.write(sixty)
  const { code, stderr } = await yard.run('state', 'import', stateFile, '--yes')
  assert.equal(code, 0, stderr)
  return yard
}

async function requireNothing(yard: Yard, ...args: readonly string[]): Promise<void> {
  const { stdout, stderr } = await yard.run('plan', '--json', ...args)
  const { steps = [], changes } = JSON.parse(stdout)
  const busy = steps.filter(({ action }: { readonly action: string }) => action !== 'none')
  assert.deepEqual({ busy, changes, stderr }, { busy: [], changes: false, stderr })
}

suite('a state of the reference with sixty resources', { skip: skipWithoutGo }, () => {
  test('is taken over, and the same configuration plans nothing, also when each provider is asked', async (t) => {
    const yard = await takenOver(t)
    await requireNothing(yard)
    makeOutside(yard, readState(readFileSync(stateFile, 'utf8')))
    await requireNothing(yard, '--refresh')
  })

  test('is given back unchanged, and the reference plans nothing', async (t) => {
    const yard = await takenOver(t)
    const { code, stdout, stderr } = await yard.run('state', 'export', '--to', 'terraform', '--show-secrets')
    assert.equal(code, 0, stderr)
    const [before, after] = [readState(readFileSync(stateFile, 'utf8')), readState(stdout)]
    assert.equal(after.lineage, before.lineage)
    assert.ok(after.serial >= before.serial)
    assert.deepEqual(attributesIn(after), attributesIn(before))
    const reference = findReference()
    if (reference === undefined) return
    const { at, folder, env } = yard
    mkdirSync(at('providers'))
    const file = await overrides(providersOfSixty, at('providers'))
    writeFileSync(at('main.tf.json'), sixtyAsTerraform())
    writeFileSync(at('terraform.tfstate'), stdout)
    makeOutside(yard, before)
    const options = { cwd: folder, env: { ...env, TF_CLI_CONFIG_FILE: file }, encoding: 'utf8' } as const
    const planned = spawnSync(reference.command, ['plan', '-input=false', '-detailed-exitcode', '-no-color'], options)
    assert.equal(planned.status, 0, `${planned.stdout}${planned.stderr}`)
  })
})
