/** Plugins that call each other through the engine: real processes, a real store, the command line. */
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../cases.ts'
import { machine, type Machine } from '../plugins/machine.ts'
import { oneFile } from '../one-file.ts'

const limit = { timeout: 240_000, concurrency: 2 }

interface Workshop extends Machine {
  /** Titles of the sheets that exist outside. */
  sheets(): readonly string[]
  /** Their files, in no order. */
  sheetFiles(): readonly string[]
  readonly log: string
  up(resources: string, more?: string): ReturnType<Machine['slipway']>
}

function workshop(t: TestContext): Workshop {
  const box = machine(t)
  const paper = join(box.home, 'paper')
  const log = join(box.home, 'shapes.log')
  mkdirSync(paper)
  Object.assign(box.env, { PAPER_FOLDER: paper, SHAPES_LOG: log })
  for (const name of ['paper', 'shapes'])
    box.installScript(`exec ${process.execPath} ${oneFile(join(import.meta.dirname, `${name}.ts`))}`, `acme/${name}`)
  const sheetFiles = (): readonly string[] => readdirSync(paper).map((file) => join(paper, file))
  return Object.assign(box, {
    log,
    sheetFiles,
    sheets: () =>
      sheetFiles()
        .map((file) => readFileSync(file, 'utf8'))
        .sort(),
    up(resources: string, more = '') {
      box.write('app.blueprint.yaml', `version: 2025-11-02\nresources:\n${resources}`)
      return box.slipway(`up --yes ${more}`.trim())
    },
  })
}

/** The value of an export, or the reason why it has none. */
async function valueOf(box: Machine, expression: string, more = ''): Promise<string> {
  box.write(
    'app.blueprint.yaml',
    `version: 2025-11-02\nvalues: { v: { type: string, value: '\${${expression}}' } }\nexports: { v: { type: string, field: values.v } }\n`,
  )
  const up = await box.slipway(`up --yes ${more}`.trim())
  if (up.code !== 0) return up.stderr
  return String((JSON.parse((await box.slipway('exports --json')).stdout) as Record<string, unknown>)['v'])
}

describe('a function that calls others', limit, () => {
  test('reaches functions of other providers, its own and the language’s', async (t) => {
    const box = workshop(t)
    assert.equal(await valueOf(box, 'fold(21)'), '42')
    assert.equal(await valueOf(box, 'factorial(6)'), '720')
    assert.equal(await valueOf(box, 'initials("alpha", "beta")'), 'ab')
    assert.equal(await valueOf(box, 'own_twin(1)'), 'of shapes')
    assert.deepEqual(await box.processesLeft(), [])
  })

  test('in a circle is reported at once with all its members', async (t) => {
    const box = workshop(t)
    const told = await valueOf(box, 'ping(1)')
    assert.match(
      told,
      /plugins call each other in a circle: paper::ping \(acme\/paper\) -> shapes::pong \(acme\/shapes\) -> paper::ping \(acme\/paper\)/,
    )
  })

  test('that never ends is stopped by its depth', async (t) => {
    const told = await valueOf(workshop(t), 'endless(1)')
    assert.match(told, /more than 64 calls deep: shapes::endless \(acme\/shapes\) -> shapes::endless/)
  })

  test('waits no longer than the settings allow', async (t) => {
    const told = await valueOf(workshop(t), 'impatient(1)', '--set plugins.gatewayMs=300')
    assert.match(told, /the function slow took longer than 0.3 s; if that is too short, raise plugins.gatewayMs/)
  })

  test('cannot create resources, since it must be repeatable', async (t) => {
    const box = workshop(t)
    assert.match(await valueOf(box, 'makes(1)'), /acme\/shapes cannot ask for resources now: nothing is being deployed/)
    assert.deepEqual(box.sheets(), [])
  })
})

describe('a resource that a plugin creates through the gateway', limit, () => {
  test('is recorded under its own name, and kept and removed with its owner', async (t) => {
    const box = workshop(t)
    const up = await box.up('  big: { type: shapes/frame, spec: { backing: first } }\n')
    assert.equal(up.code, 0, up.stderr)
    assert.deepEqual(box.sheets(), ['first'])
    assert.match(up.stdout + up.stderr, /big:backing/)
    const shown = JSON.parse((await box.slipway('state show big --json')).stdout) as {
      spec: { sheet: string; pages: number }
    }
    assert.deepEqual([shown.spec.sheet, shown.spec.pages], ['big:backing', 5])

    const again = await box.slipway('plan')
    assert.match(again.stdout, /[Nn]othing to do|no changes/i, again.stdout)
    const changed = await box.up('  big: { type: shapes/frame, spec: { backing: second } }\n')
    assert.equal(changed.code, 0, changed.stderr)
    assert.deepEqual(box.sheets(), ['second'])

    const gone = await box.up('  other: { type: random/id }\n')
    assert.equal(gone.code, 0, gone.stderr)
    assert.deepEqual(box.sheets(), [])
    assert.deepEqual(names((await box.slipway('state list --json')).stdout), ['other'])
  })

  test('keeps its owner’s secrets, and its owner keeps the resource’s', async (t) => {
    const box = workshop(t)
    const up = await box.up('  big: { type: shapes/frame, spec: { backing: first, motto: carpe noctem } }\n')
    assert.equal(up.code, 0, up.stderr)
    assert.deepEqual(box.sheets(), ['carpe noctem'])
    const { spec: frame } = await recordOf(box, 'big')
    const { spec: sheet } = await recordOf(box, 'big:backing')
    const hidden = '(secret)'
    assert.deepEqual([sheet['title'], sheet['seal'], sheet['watermark']], [hidden, hidden, hidden])
    assert.deepEqual([frame['motto'], frame['copied'], frame['pages']], [hidden, hidden, 12])
    assert.match((await box.slipway('plan --refresh')).stdout, /Nothing to do/)
    const exported = (await box.slipway('state export')).stdout
    for (const secret of ['carpe', 'wax', 'mark of', Buffer.from('mark of').toString('hex')])
      assert.ok(!exported.includes(secret), secret)
  })

  test('is removed as planned if its owner drops it', async (t) => {
    const box = workshop(t)
    assert.equal((await box.up('  big: { type: shapes/frame, spec: { backing: kept } }\n')).code, 0)
    assert.deepEqual(box.sheets(), ['kept'])
    const destroyed = await box.slipway('destroy --yes')
    assert.equal(destroyed.code, 0, destroyed.stderr)
    assert.deepEqual(box.sheets(), [])
    assert.deepEqual(names((await box.slipway('state list --json')).stdout), [])
  })

  test('is restored by its owner if it was deleted or changed outside', async (t) => {
    const box = workshop(t)
    const frame = '  big: { type: shapes/frame, spec: { backing: first } }\n'
    assert.equal((await box.up(frame)).code, 0)
    const [file = ''] = box.sheetFiles()
    rmSync(file)
    assert.match((await box.slipway('plan')).stdout, /Nothing to do/)
    const planned = (await box.slipway('plan --refresh')).stdout
    assert.match(planned, /big \(shapes\/frame\) will be updated in place: big:backing is missing outside/)
    assert.match(planned, /big:backing \(paper\/sheet\) will be forgotten: missing outside/)
    const back = await box.up(frame, '--refresh')
    assert.equal(back.code, 0, back.stderr)
    assert.deepEqual(box.sheets(), ['first'])
    assert.match((await box.slipway('plan --refresh')).stdout, /Nothing to do/)

    for (const changed of box.sheetFiles()) writeFileSync(changed, 'scribbled on')
    assert.equal((await box.slipway('refresh --yes')).code, 0)
    assert.match(
      (await box.slipway('plan')).stdout,
      /big \(shapes\/frame\) will be updated in place: last update failed/,
    )
    const again = await box.up(frame)
    assert.equal(again.code, 0, again.stderr)
    assert.deepEqual(box.sheets(), ['first'])
    assert.match((await box.slipway('plan --refresh')).stdout, /Nothing to do/)

    assert.equal((await box.slipway('destroy --target big:backing --yes')).code, 0)
    assert.deepEqual(box.sheets(), [])
    assert.match((await box.slipway('state show big')).stdout, /big:backing was destroyed without it/)
    assert.equal((await box.up(frame)).code, 0)
    assert.deepEqual(box.sheets(), ['first'])
  })

  test('is removed with a replaced owner in the same run', async (t) => {
    const box = workshop(t)
    assert.equal((await box.up(keptFrame('style: oak'))).code, 0)
    const refused = await box.up(keptFrame('style: pine, refuse: true'))
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /big:backing stays: big was not removed/)
    assert.deepEqual(box.sheets(), ['kept', 'kept'])
    assert.equal((await box.up(keptFrame('style: oak'))).code, 0)
    assert.deepEqual(box.sheets(), ['kept'])

    const replaced = await box.up(keptFrame('style: pine'))
    assert.equal(replaced.code, 0, replaced.stderr)
    assert.match(replaced.stderr, /1 replaced, 1 destroyed/)
    assert.deepEqual(box.sheets(), ['kept'])
    assert.match((await box.slipway('plan')).stdout, /Nothing to do/)
  })

  test('counts as changed by its owner, even if the owner reports a refusal', async (t) => {
    const box = workshop(t)
    const first = '  big: { type: shapes/frame, spec: { backing: first } }\n'
    assert.equal((await box.up(first)).code, 0)
    assert.equal((await box.up('  big: { type: shapes/frame, spec: { backing: other, refuse: true } }\n')).code, 1)
    assert.deepEqual(box.sheets(), ['other'])
    assert.equal((await box.up(first)).code, 0)
    assert.deepEqual(box.sheets(), ['first'])

    const both = '  big: { type: shapes/frame, spec: { backing: other, second: more, refuse: true } }\n'
    const back = await box.up(both, '--rollback')
    assert.equal(back.code, 1)
    assert.deepEqual(box.sheets(), ['first', 'more'])
    assert.match(back.stderr, /as it was before .*, but for this:\n.*big:second .*stays: the run created it for big/)
  })

  test('is not lost if its owner fails or the plugin dies', async (t) => {
    const box = workshop(t)
    const failed = await box.up('  big: { type: shapes/frame, spec: { backing: first, fail: true } }\n')
    assert.equal(failed.code, 1)
    assert.match(failed.stderr, /the glass broke/)
    assert.deepEqual(names((await box.slipway('state list --json')).stdout), ['big', 'big:backing'])
    const died = await box.up('  tall: { type: shapes/frame, spec: { backing: fatal } }\n')
    assert.equal(died.code, 1)
    assert.match(died.stderr, /paper\/sheet \(acme\/paper\): .*SIGKILL/)
    assert.equal((await box.slipway('destroy --yes')).code, 0)
    assert.deepEqual(box.sheets(), [])
  })

  for (const moment of ['after-intent', 'after-call', 'before-result', 'after-result'])
    test(`is known and created once if the engine is killed ${moment.replace('-', ' its ')}`, async (t) => {
      const box = workshop(t)
      const resources = '  big: { type: shapes/frame, spec: { backing: first } }\n'
      // The first step is the frame's, the second its sheet's.
      box.env['SLIPWAY_FAILPOINT'] = `${moment}:2`
      const killed = await box.up(resources)
      assert.equal(killed.signal, 'SIGKILL')
      delete box.env['SLIPWAY_FAILPOINT']
      const healed = await box.up(resources)
      assert.equal(healed.code, 0, healed.stderr)
      assert.deepEqual(box.sheets(), ['first'])
      assert.deepEqual(names((await box.slipway('state list --json')).stdout), ['big', 'big:backing'])
      assert.equal((await box.slipway('destroy --yes')).code, 0)
      assert.deepEqual(box.sheets(), [])
    })

  test('is retried only by its own provider’s policy', async (t) => {
    const box = workshop(t)
    const up = await box.up('  big: { type: shapes/frame, spec: { backing: busy } }\n', '--json')
    assert.equal(up.code, 0, up.stderr)
    assert.deepEqual(attemptsIn(up.stdout), ['big:backing 1 TRANSIENT', 'big:backing 2 TRANSIENT'])
    const never = await box.up('  small: { type: shapes/frame, spec: { backing: always busy } }\n', '--json')
    assert.equal(never.code, 1)
    const failed = attemptsIn(never.stdout)
    assert.deepEqual(failed, [
      ...[1, 2, 3, 4].map((attempt) => `small:backing ${attempt} TRANSIENT`),
      'small 1 UNEXPECTED',
    ])
  })
})

describe('a resource that a link creates', limit, () => {
  test('has the link’s name, is created under its lock, and removed with it', async (t) => {
    const box = workshop(t)
    const up = await box.up(linked('x'))
    assert.equal(up.code, 0, up.stderr)
    const captions = ['caption of a', 'caption of b', 'caption of c']
    assert.deepEqual(box.sheets(), [...captions, 'poster', 'x', 'x', 'x'])
    assert.deepEqual(
      names((await box.slipway('state list --json')).stdout).filter((name) => name.includes('caption')),
      ['a::poster:caption', 'b::poster:caption', 'c::poster:caption'],
    )
    assertOneAfterTheOther(box.log)
    const unlinked = await box.up(linked('x', false))
    assert.equal(unlinked.code, 0, unlinked.stderr)
    assert.deepEqual(box.sheets(), ['poster', 'x', 'x', 'x'])
  })

  test('is removed after the link as planned if the link drops it', async (t) => {
    const box = workshop(t)
    assert.equal((await box.up(linked('kept'))).code, 0)
    const unlinked = await box.up(linked('kept', false))
    assert.equal(unlinked.code, 0, unlinked.stderr)
    assert.deepEqual(box.sheets(), ['kept', 'kept', 'kept', 'poster'])
    assert.equal((await box.slipway('destroy --yes')).code, 0)
    assert.deepEqual(box.sheets(), [])
  })
})

test('a lock is held until the end of the call that took it', limit, async (t) => {
  const box = workshop(t)
  const resources = ['a', 'b', 'c', 'd'].map(
    (name) => `  ${name}: { type: shapes/frame, spec: { backing: ${name}, lock: shared } }\n`,
  )
  const up = await box.up(resources.join(''))
  assert.equal(up.code, 0, up.stderr)
  assert.equal(assertOneAfterTheOther(box.log), 4)
})

async function recordOf(box: Machine, name: string): Promise<{ readonly spec: Readonly<Record<string, unknown>> }> {
  return JSON.parse((await box.slipway(`state show ${name} --json`)).stdout) as { spec: Record<string, unknown> }
}

function keptFrame(more: string): string {
  return `  big: { type: shapes/frame, spec: { backing: kept, ${more} } }\n`
}

/** Three frames, linked to one poster if `isLinked`. */
function linked(backing: string, isLinked = true): string {
  const selector = isLinked ? 'linkSelector: { byLabel: { on: wall } }, ' : ''
  const frames = ['a', 'b', 'c'].map(
    (name) => `  ${name}: { type: shapes/frame, ${selector}spec: { backing: ${backing} } }\n`,
  )
  return `${frames.join('')}  poster: { type: paper/sheet, metadata: { labels: { on: wall } }, spec: { title: poster } }\n`
}

/** Checks that the calls came one after the other. Returns their number. */
function assertOneAfterTheOther(log: string): number {
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  for (let index = 0; index < lines.length; index += 2)
    assert.equal(lines[index + 1], lines[index]?.replace(' in', ' out'))
  return lines.length / 2
}

function names(json: string): readonly string[] {
  return (JSON.parse(json) as { name: string }[]).map(({ name }) => name).sort()
}

function attemptsIn(stdout: string): readonly string[] {
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ type }) => type === 'attempt-failed')
    .map(({ name, attempt, code }) => `${String(name)} ${String(attempt)} ${String(code)}`)
}
