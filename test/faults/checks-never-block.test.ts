/** Data that only checks read is read after the steps, and cannot block anything. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { describe, test } from '../cases.ts'
import { machine } from '../plugins/machine.ts'

const blueprint = (url: string, content: string, more = '') => `
version: 2025-11-02
metadata:
  slipway:
    checks:
      - { condition: '\${eq(datasources.site.status, 200)}', message: 'the site says \${datasources.site.status}' }
      - { condition: '\${eq(resources.page.spec.size, 2)}', message: 'the page is too long' }
datasources:
  site:
    type: http/response
    filter: { field: url, operator: "=", search: "${url}" }
    exports: { status: { type: integer } }
resources:
  page: { type: local/file, spec: { path: page.txt, content: ${content} } }
${more}`

const patience = 'checks: { deadlineMs: 120000 }\n'

/** Never answers at `/hangs`, and answers 503 at `/busy`. */
const server: Server = createServer(({ url = '' }, response) => {
  asked.push(url)
  pagesThen.push(existsSync(page))
  if (url === '/busy') response.writeHead(503).end('come back later')
  else if (url !== '/hangs') response.end('hello')
})
const asked: string[] = []
const pagesThen: boolean[] = []
let page = ''

describe('a check never blocks', { concurrency: 1 }, () => {
  let base = ''
  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  test('reads its own data once, after the steps', async (t) => {
    const user = machine(t)
    user.write('slipway.config.yaml', patience)
    page = join(user.folder, 'page.txt')
    asked.length = pagesThen.length = 0
    user.write('site.blueprint.yaml', blueprint(`${base}/site`, 'hi'))
    const planned = await user.slipway('plan --json')
    assert.match(planned.stdout, /"outcome":"open","until":"datasources\.site/)
    assert.deepEqual(asked, [])
    const up = await user.slipway('up --yes')
    assert.deepEqual([up.code, asked, pagesThen], [0, ['/site'], [true]])
    assert.doesNotMatch(up.stderr, /warning/)
    // There is nothing to do, so the plan itself reports the outcome of the check.
    assert.match((await user.slipway('plan --json')).stdout, /"checks":\[\{"path":"[^"]*","outcome":"met"\}/)
    assert.deepEqual(asked, ['/site', '/site'])
    await user.slipway('destroy --yes')
  })

  for (const path of ['/hangs', '/busy'])
    test(`becomes a warning in time if a site does not answer (${path})`, async (t) => {
      const user = machine(t)
      user.write('slipway.config.yaml', 'checks: { deadlineMs: 1500 }\n')
      user.write('site.blueprint.yaml', blueprint(`${base}${path}`, 'hi'))
      for (const line of ['up --yes', 'plan --detailed-exitcode', 'up --yes']) {
        const { code, stderr } = await user.slipway(line)
        assert.equal(code, 0, `${line}: ${stderr}`)
        const late =
          /warning: the data source site gave no answer within 1\.5 s \(checks\.deadlineMs\).*blueprint\/not-met/
        assert.match(stderr, late, line)
        assert.doesNotMatch(stderr, /too long/)
      }
      user.write('site.blueprint.yaml', blueprint(`${base}${path}`, 'hello'))
      const changed = await user.slipway('up --yes')
      assert.equal(changed.code, 0, changed.stderr)
      assert.match(changed.stderr, /page updated[^]*warning: the data source site[^]*warning: the page is too long/)
      assert.equal((await user.slipway('destroy --yes')).code, 0)
    })

  test('fails at once if a request is refused, and names the address', async (t) => {
    const user = machine(t)
    user.write('slipway.config.yaml', patience)
    user.write('site.blueprint.yaml', blueprint('no-url', 'hi'))
    const { code, stderr } = await user.slipway('up --yes')
    assert.equal(code, 0, stderr)
    assert.match(stderr, /warning: the data source site \(slipway\/http, .*"no-url" is not a URL/)
    await user.slipway('destroy --yes')
  })

  test('reads data before the steps if an export needs it, and then a failure blocks the steps', async (t) => {
    const user = machine(t)
    const exported = 'exports: { status: { type: integer, field: datasources.site.status } }\n'
    user.write('site.blueprint.yaml', blueprint('no-url', 'hi', exported))
    const { code, stderr } = await user.slipway('up --yes')
    assert.equal(code, 1, stderr)
    assert.equal(existsSync(join(user.folder, 'page.txt')), false)
  })
})
