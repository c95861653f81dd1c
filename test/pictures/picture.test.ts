/** `plan --html` and `graph --open`, shown in a real browser. */
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { runNow } from '../ledger/command.ts'
import { missing, startBrowser } from './browser.ts'

const blueprint = (value: string) => `
version: 2025-11-02
variables:
  token: { type: string, secret: true, default: "very </script> secret" }
resources:
  store: { type: null/resource, spec: { value: "<b>${value}</b>" } }
  web: { type: null/resource, spec: { value: "\${resources.store.spec.id}" } }
  hidden: { type: null/resource, spec: { value: "\${variables.token}" } }
`

/** The names in the list, sorted. */
async function shown(page: Page): Promise<string[]> {
  const items = await page.locator('.item:visible').allInnerTexts()
  return items.map((text) => text.split('\n')[0] ?? '').sort()
}

/** How many points of the graph are drawn. */
function drawn(page: Page): Promise<number> {
  return page.evaluate(`[...document.querySelectorAll('#graph canvas')].reduce((sum, canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    return sum + data.filter((value, index) => index % 4 === 3 && value > 0).length
  }, 0)`)
}

describe('a picture in a browser', { skip: missing }, () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-pictures-')))
  const file = join(folder, 'app.blueprint.yaml')
  let browser: Browser
  before(async () => {
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })

  function slipway(args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
    const { code, stdout, stderr } = runNow(
      { folder, env: { ...process.env, XDG_CONFIG_HOME: folder, TMPDIR: folder, ...env } },
      ...args,
    )
    assert.equal(code, 0, `slipway ${args.join(' ')}: ${stdout}${stderr}`)
    return stdout + stderr
  }

  async function look(page: string): Promise<{ readonly page: Page; readonly troubles: readonly string[] }> {
    const opened = await browser.newPage()
    const troubles: string[] = []
    opened.on('pageerror', (error) => troubles.push(error.message))
    opened.on('console', (message) => troubles.push(message.text()))
    opened.on('request', (request) => {
      if (!request.url().startsWith('file:')) troubles.push(request.url())
    })
    await opened.goto(pathToFileURL(page).href)
    return { page: opened, troubles }
  }

  test('of a plan shows each step with its differences, and can be filtered', async () => {
    writeFileSync(file, blueprint('one'))
    slipway(['up', '--yes'])
    writeFileSync(file, `${blueprint('two')}  fresh: { type: random/pet }\n`)
    slipway(['plan', '--html', 'plan.html'])
    assert.doesNotMatch(readFileSync(join(folder, 'plan.html'), 'utf8'), /very <\/script>|very \\u003c/)
    const { page, troubles } = await look(join(folder, 'plan.html'))
    assert.deepEqual(await shown(page), ['fresh', 'hidden', 'store', 'web'])
    assert.ok((await drawn(page)) > 500)

    await page.locator('.item', { hasText: 'store' }).click()
    assert.equal(await page.locator('#detail h2').innerText(), 'store')
    assert.match(await page.locator('#detail').innerText(), /value: "<b>one<\/b>" (->|→) "<b>two<\/b>"/)
    assert.equal(await page.locator('#detail .changed').count(), 2)

    await page.fill('#search', 'PET')
    assert.deepEqual(await shown(page), ['fresh'])
    await page.fill('#search', '')
    await page.uncheck('#show-none')
    assert.deepEqual(await shown(page), ['fresh', 'store'])
    assert.equal(await page.locator('#count').innerText(), '2 of 4')
    assert.deepEqual(troubles, [])
  })

  test('is written and opened by graph --open', async () => {
    writeFileSync(file, blueprint('one'))
    const opener = join(folder, 'browser')
    writeFileSync(opener, `#!/bin/sh\nprintf %s "$1" > ${join(folder, 'opened')}\n`)
    chmodSync(opener, 0o755)
    const said = slipway(['graph', '--open'], { BROWSER: opener })
    const [, path = ''] = /The picture is in (.*)/.exec(said) ?? []
    const { page, troubles } = await look(path)
    assert.deepEqual(await shown(page), ['hidden', 'store', 'web'])
    await page.locator('.item', { hasText: 'web' }).click()
    assert.match(await page.locator('#detail').innerText(), /needs store/)
    assert.ok((await drawn(page)) > 500)
    assert.deepEqual(troubles, [])
    assert.match(
      slipway(['graph', '--open'], { BROWSER: '/none' }),
      /It cannot be opened from here \(.*\): open the file/,
    )
  })
})
