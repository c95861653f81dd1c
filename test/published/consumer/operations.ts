/** A program that deploys: argv[2] is a blueprint. */
import { corePluginRoot, destroy, exportsOf, type Slipway, up } from '@slipway/operations'

const [, , file = ''] = process.argv
const slipway: Slipway = { env: process.env, cwd: process.cwd(), ownPlugins: corePluginRoot() }
const request = { file, approve: true } as const
const { outcome } = await up(slipway, request)
const { exports } = await exportsOf(slipway, request)
console.log(`${outcome}: ${Object.keys(exports).join(', ')}`)
console.log((await destroy(slipway, request)).outcome)
