/** `npm run demo`: deploys examples/website-stack with the real command line and reports the result. A second run changes nothing. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildSlipway } from './build/slipway.ts'
import { freePort } from './demo-port.ts'

const root = join(import.meta.dirname, '..')
const slipway = join(root, 'node_modules/.bin/slipway')
const stack = 'examples/website-stack/site.stack.ts'

/** The port that the stack names. */
const usualPort = 8642

/** Runs a command of Slipway with its talk shown; its data is the answer. `undefined` when it failed. */
function run(args: readonly string[], talk: 'inherit' | 'ignore' = 'inherit'): string | undefined {
  const { status, stdout, error } = spawnSync(slipway, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', talk],
  })
  if (error !== undefined) console.error(`${slipway} cannot be started: ${error.message}; run npm ci first`)
  return status === 0 ? stdout : undefined
}

/** The headline that a browser would show. */
async function headlineAt(url: string): Promise<string> {
  const page = await (await fetch(url)).text()
  return /<h1>(.*?)<\/h1>/.exec(page)?.[1] ?? page
}

/** The address of the website if it is already up; `undefined` if it is not. */
function addressNow(talk?: 'ignore'): string | undefined {
  const exported = run(['exports', stack, '--json'], talk)
  return exported === undefined ? undefined : (JSON.parse(exported) as { url?: string }).url
}

/** A website that is up keeps its port; a new one gets one that nobody listens on. */
async function portOf(url: string | undefined): Promise<number> {
  if (url !== undefined) return Number(new URL(url).port)
  const port = await freePort(usualPort)
  if (port !== usualPort) console.log(`Port ${usualPort} is taken; the website gets ${port}.\n`)
  return port
}

await buildSlipway()
const port = await portOf(addressNow('ignore'))
const portFlag = port === usualPort ? [] : ['--var', `port=${port}`]
// The user runs a clone of this repository, and so trusts it.
const args = ['up', stack, ...portFlag, '--yes', '--trust']
console.log(`$ slipway ${args.join(' ')}\n`)
const url = run(args) === undefined ? undefined : addressNow()
if (url === undefined) {
  console.error('\nThe website could not be deployed; what is written above says why.')
  process.exitCode = 1
} else {
  console.log(`
The website is up: ${url} says "${await headlineAt(url)}".

  What made it  two plugin processes: slipway/random the id and the password, slipway/local the pages, a
                configuration with the password in it (mode 0600) and the web server. They have ended; the
                server runs on.
  Look at it    npx slipway state list ${stack}
  Change it     npx slipway up ${[stack, ...portFlag].join(' ')} --var title=Ahoy
  Stop it       npx slipway destroy ${stack} --yes
`)
}
