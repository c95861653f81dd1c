/**
 * Deploys a page for each guest that is named, and a list of them, without a blueprint; pages and state come to lie where it is
 * called. In this folder:
 *
 *     node deploy.ts up ada grace
 *     node deploy.ts plan ada grace alan
 *     node deploy.ts destroy
 */
import { corePluginRoot, destroy, type InlineProgram, Output, plan, type Slipway, up } from '@slipway/operations'

const [what, ...guests] = process.argv.slice(2)
const slipway: Slipway = { env: process.env, cwd: process.cwd(), ownPlugins: corePluginRoot() }
const instance = 'guests'

const program: InlineProgram = (stack) => {
  const pages = guests.map((guest) => {
    const badge = stack.resource(`badge-${guest}`, 'random/pet', { words: 2 })
    return stack.resource(`page-${guest}`, 'local/file', {
      path: `pages/${guest}.html`,
      content: Output.text`<h1>${guest}, the ${badge.output('result').map((pet) => pet.replace('-', ' '))}</h1>`,
    })
  })
  const list = Output.all(pages.map((page) => page.output('path'))).map((paths) =>
    paths.map((path) => `<a href="${path}">${path}</a>`).join('\n'),
  )
  const index = stack.resource('index', 'local/file', { path: 'index.html', content: list })
  stack.export('index', index.output('path'))
}

if (what === 'plan') {
  const { steps } = (await plan(slipway, { instance, program })).plan
  for (const { name, action } of steps) if (action !== 'none') console.log(`${action} ${name}`)
} else {
  const request = { instance, approve: true } as const
  const result = await (what === 'up' ? up(slipway, { ...request, program }) : destroy(slipway, request))
  console.log(result.outcome)
}
