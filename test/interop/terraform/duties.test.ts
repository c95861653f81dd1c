// test:rest: runs providers in Go; npm test builds others
import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite } from '../needs.ts'
import { skipWithoutGo } from './build.ts'
import { filesBelow } from './files-below.ts'
import { makeYard, type Yard } from './yard.ts'

async function inYard(providers: Parameters<typeof makeYard>[0], work: (yard: Yard) => Promise<void>): Promise<void> {
  const yard = await makeYard(providers)
  try {
    await work(yard)
  } finally {
    yard.remove()
  }
}

async function up(yard: Yard): Promise<string> {
  const { stdout, stderr } = await yard.run('up', '--yes')
  return stdout + stderr
}

suite('a provider of Terraform that is driven', { skip: skipWithoutGo, timeout: 600_000 }, () => {
  test('destroys the old local_file before it writes the new one, so that the file exists', () =>
    inYard(['local'], async (yard) => {
      const filename = yard.at('files/greeting.txt')
      yard.write({ greeting: { type: 'local_file', spec: { filename, content: 'hello' } } })
      assert.match(await up(yard), /1 created/)
      yard.write({ greeting: { type: 'local_file', spec: { filename, content: 'goodbye' } } })
      assert.match(await up(yard), /1 replaced/)
      assert.equal(readFileSync(filename, 'utf8'), 'goodbye')
      const { stdout } = await yard.run('plan')
      assert.match(stdout, /Nothing to do/)
    }))

  test('has a failed create replaced if there is a state, and repeated if there is none', () =>
    inYard(['harbor'], async (yard) => {
      yard.write({
        half: { type: 'harbor_berth', spec: { name: 'half' } },
        none: { type: 'harbor_berth', spec: { name: 'none' } },
      })
      yard.trouble([
        { On: 'create', Name: 'half', After: true, How: 'half' },
        { On: 'create', Name: 'none', After: false, How: 'refuse' },
      ])
      assert.match(await up(yard), /2 failed/)
      yard.trouble([])
      const { stdout } = await yard.run('plan')
      assert.match(stdout, /half .* will be destroyed, then created: it is tainted/)
      assert.match(stdout, /none .* will be created/)
      assert.doesNotMatch(stdout, /settle/)
      assert.match(await up(yard), /1 created, 1 replaced/)
      assert.deepEqual(
        yard.calls('harbor').filter((call) => call.includes('half')),
        ['create berth half-1', 'delete berth half-1', 'create berth half-1'],
      )
    }))

  test('records what a failed destroy has left, and ends it in the next run', () =>
    inYard(['harbor'], async (yard) => {
      yard.write({ berth: { type: 'harbor_berth', spec: { name: 'b' } } })
      await up(yard)
      yard.trouble([{ On: 'delete', Name: 'b', After: false, How: 'refuse' }])
      const failed = await yard.run('destroy', '--yes')
      assert.match(failed.stdout + failed.stderr, /1 failed/)
      yard.trouble([])
      const ended = await yard.run('destroy', '--yes')
      assert.match(ended.stdout + ended.stderr, /1 destroyed/)
    }))

  test('that is killed while it plans leaves no create in doubt', () =>
    inYard(['harbor'], async (yard) => {
      yard.write({ it: { type: 'harbor_ship', spec: { name: 'it' } } })
      await yard.run('plan', '--out', yard.at('saved.plan'))
      yard.trouble([{ On: 'plan', Name: 'it', After: false, How: 'hold' }], ['harbor'])
      const { child, ended } = yard.start('up', '--plan', yard.at('saved.plan'), '--yes')
      for (let round = 0; round < 3000 && child.exitCode === null && !existsSync(yard.at('store/harbor/held')); round++)
        await sleep(20)
      assert.ok(existsSync(yard.at('store/harbor/held')))
      child.kill('SIGKILL')
      await ended
      yard.trouble([], ['harbor'])
      rmSync(yard.at('store/harbor/held'))
      const { stdout, stderr } = await yard.run('plan')
      assert.match(stdout, /it \(tfharbor\/harbor_ship\) will be created/)
      assert.doesNotMatch(stdout + stderr, /doubt|settle/)
    }))

  test('keeps write-only values and those of ephemeral resources out of everything that is written', () =>
    inYard(['harbor'], async (yard) => {
      yard.write({ vault: { type: 'harbor_vault', spec: { name: 'v', secret_wo: 'hush-hush-wo', wo_version: 1 } } })
      const { stdout } = await yard.run('plan', '--out', yard.at('saved.plan'))
      assert.doesNotMatch(stdout, /hush-hush-wo/)
      assert.match(await up(yard), /1 created/)
      assert.ok(existsSync(yard.at('saved.plan')))
      const written = [yard.at('saved.plan'), ...filesBelow(join(yard.folder, '.slipway'))]
      const found = written.filter((file) => readFileSync(file).includes('hush-hush-wo'))
      assert.deepEqual(found, [])
    }))

  test('moves what another type has recorded, without touching the object', () =>
    inYard(['harbor'], async (yard) => {
      yard.write({ lift: { type: 'harbor_berth', spec: { name: 'm', label: 'l' } } })
      await up(yard)
      yard.write({ lift: { type: 'harbor_crane', spec: { name: 'm', label: 'l' } } })
      assert.match(await up(yard), /nothing changed/)
      assert.deepEqual(yard.calls('harbor'), ['create berth m-1'])
      const { stdout } = await yard.run('state', 'show', 'lift')
      assert.match(stdout, /tfharbor\/harbor_crane/)
    }))

  test('puts the place of what it refuses on the line of the user', () =>
    inYard(['harbor'], async (yard) => {
      yard.write({ berth: { type: 'harbor_berth', spec: { name: 'b', depth: 1.5 } } })
      const { stdout, stderr } = await yard.run('plan')
      assert.match(stdout + stderr, /site\.blueprint\.yaml:\d+:\d+/)
      assert.match(stdout + stderr, /not an integer/)
    }))
})
