/**
 * The website of examples/website, as a stack: pages, a configuration with a secret, and the server that shows them.
 *
 *     slipway up --yes            deploys it; the export "url" answers in a browser
 *     slipway up --var title=Hi   changes the page and what depends on it, nothing else
 *     slipway up --var port=8643  listens elsewhere, where 8642 is taken
 *     slipway destroy --yes       takes it down again
 */
import { Output, secret, stack } from 'slipway'
import * as z from 'zod'

const variables = {
  title: z.string().default('It floats').describe('The headline of the page.'),
  port: z.int().default(8642).describe('Where the server listens.'),
  greeting: secret(z.string().default('The harbour master sends regards.')),
}

export default stack({ variables }, (s, v) => {
  const url = `http://127.0.0.1:${v.port}`

  // Both stay the same for as long as the website exists.
  const siteId = s.resource('siteId', 'random/id', { byteLength: 4 })
  const password = s.resource('password', 'random/password', { length: 20, special: false })

  const folder = s.resource('public', 'local/directory', { path: 'build/public' })
  const page = (name: string, file: string, content: string | Output<string>) =>
    s.resource(name, 'local/file', { path: `build/public/${file}`, content }, { dependsOn: [folder] })

  page(
    'home',
    'index.html',
    Output.text`<!doctype html>
<title>${v.title}</title>
<link rel="stylesheet" href="style.css">
<h1>${v.title}</h1>
<p>This is website ${siteId.out.result}, deployed by Slipway.</p>
<p><a href="about.html">How it came here</a></p>
`,
  )
  page(
    'about',
    'about.html',
    Output.text`<!doctype html>
<title>About</title>
<link rel="stylesheet" href="style.css">
<h1>About ${siteId.out.result}</h1>
<p>Two plugins made this: slipway/random the id, slipway/local everything else.</p>
`,
  )
  page('style', 'style.css', 'body { font: 1.1rem/1.6 system-ui; max-width: 40rem; margin: 4rem auto; color: #123; }\n')

  // Holds the secrets, so nobody but its owner may read it.
  const config = s.resource('config', 'local/file', {
    path: 'build/config.json',
    mode: '0600',
    content: Output.text`{
  "site": "${siteId.out.result}",
  "password": "${password.out.result}",
  "greeting": "${v.greeting}"
}
`,
  })

  s.resource(
    'server',
    'local/process',
    {
      command: 'node',
      args: ['server.mjs'],
      env: {
        PORT: String(v.port),
        PUBLIC: folder.out.path,
        CONFIG: config.out.path,
        CONFIG_VERSION: config.out.sha256,
      },
      health: { http: `${url}/health`, timeoutMs: 10_000 },
    },
    // It reads the pages when they are asked for, and its configuration once, at the start.
    { dependsOn: [folder] },
  )

  return { url, site: siteId.out.result }
})
