/** A user who waits for an absent service reads about each attempt, in words without protocol terms. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { describe, test, type TestContext } from 'node:test'
import { machine, type Machine } from '../plugins/machine.ts'

/** A port of loopback at which no process listens: a connection of ours has it, so that nobody else gets it. */
async function deafPort(t: TestContext): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [[accepted]] = (await Promise.all([once(server, 'connection'), once(client, 'connect')])) as [[Socket], unknown]
  t.after(() => {
    for (const each of [client, accepted]) each.destroy()
    server.close()
  })
  return client.localPort ?? assert.fail()
}

function impatient(user: Machine, more = ''): void {
  user.write('slipway.config.yaml', `retry: { maxRetries: 2, firstDelayMs: 20 }\n${more}`)
}

/** All lines about attempts. */
function attempts(stderr: string): string[] {
  return stderr.split('\n').flatMap((line) => (/^! .*attempt \d of/.test(line) ? [line.replace(/ in .*/, '')] : []))
}

describe('every failed attempt is reported', { concurrency: 2 }, () => {
  test('by plan and up, for an unreadable data source', async (t) => {
    const user = machine(t)
    const place = `127.0.0.1:${await deafPort(t)}`
    impatient(user)
    user.write(
      'site.blueprint.yaml',
      `version: 2025-11-02
datasources:
  site:
    type: http/response
    filter: { field: url, operator: "=", search: "http://${place}/" }
    exports: { body: { type: string } }
resources:
  page: { type: local/file, spec: { path: page.txt, content: "\${datasources.site.body}" } }
`,
    )
    const why = `! site (reading): GET http://${place}/ got no answer: ${place} refuses connections`
    const expected = [`${why}, attempt 1 of 3, again`, `${why}, attempt 2 of 3, again`]
    for (const line of ['plan', 'plan --json', 'up --yes']) {
      const { code, stderr } = await user.slipway(line)
      assert.equal(code, 1)
      assert.deepEqual(attempts(stderr), [...expected, '! site (reading): attempt 3 of 3 failed, too'], line)
      assert.match(stderr, new RegExp(`error: the data source site .*: ${place} refuses connections`))
      assert.doesNotMatch(stderr, /ECONNREFUSED|TRANSIENT/)
    }
  })

  test('by up, for a resource, with the plugin’s words in JSON', async (t) => {
    const user = machine(t)
    const place = `127.0.0.1:${await deafPort(t)}`
    impatient(user, `providers: { postgres: { url: "postgres://ada@${place}/postgres" } }\n`)
    user.write(
      'db.blueprint.yaml',
      'version: 2025-11-02\nresources: { db: { type: postgres/database, spec: { name: a } } }\n',
    )
    const { code, stderr } = await user.slipway('up --yes')
    assert.equal(code, 1)
    const why = `! db: the server cannot be reached: ${place} refuses connections`
    assert.deepEqual(attempts(stderr).slice(0, 2), [`${why}, attempt 1 of 3, again`, `${why}, attempt 2 of 3, again`])
    assert.match(
      stderr,
      new RegExp(`x db failed creating.*: the server cannot be reached: ${place} refuses connections`),
    )
    const { stdout } = await user.slipway('up --yes --json')
    assert.match(stdout, /"type":"attempt-failed".*connect ECONNREFUSED/)
  })
})
