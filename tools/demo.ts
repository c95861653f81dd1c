/**
 * `npm run demo`: deploys examples/website with the real command line and says what happened. Doing it again changes
 * nothing.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildSlipway } from './build/slipway.ts'

const root = join(import.meta.dirname, '..')
const slipway = join(root, 'node_modules/.bin/slipway')
const blueprint = 'examples/website/site.blueprint.yaml'

/** Runs a command of Slipway with its talk shown; its data is the answer. `undefined` when it failed. */
function run(...args: readonly string[]): string | undefined {
  const { status, stdout, error } = spawnSync(slipway, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (error !== undefined) console.error(`${slipway} cannot be started: ${error.message}; run npm ci first`)
  return status === 0 ? stdout : undefined
}

/** The headline that a browser would show. */
async function headlineAt(url: string): Promise<string> {
  const page = await (await fetch(url)).text()
  return /<h1>(.*?)<\/h1>/.exec(page)?.[1] ?? page
}

await buildSlipway()
console.log(`$ slipway up ${blueprint} --yes\n`)
const deployed = run('up', blueprint, '--yes')
const exported = deployed === undefined ? undefined : run('exports', blueprint, '--json')
if (exported === undefined) {
  console.error(
    '\nThe website could not be deployed; what is written above says why. If its port is taken, take another one:' +
      `\n  npx slipway up ${blueprint} --yes --var port=8643`,
  )
  process.exitCode = 1
} else {
  const { url } = JSON.parse(exported) as { url: string }
  console.log(`
The website is up: ${url} says "${await headlineAt(url)}".

  What made it  two plugin processes: slipway/random the id and the password, slipway/local the pages, a
                configuration with the password in it (mode 0600) and the web server. They have ended; the
                server runs on.
  Look at it    npx slipway state list ${blueprint}
  Change it     npx slipway up ${blueprint} --var title=Ahoy
  Stop it       npx slipway destroy ${blueprint} --yes
`)
}
