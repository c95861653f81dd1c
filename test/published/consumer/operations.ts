/** A program that uses what a user can do: argv[2] is a blueprint. */
import { readdirSync } from 'node:fs'
import { corePluginRoot, openProject, type Project } from '@slipway/operations'

const [, , file] = process.argv
const project: Project = await openProject({ file, instance: undefined, env: process.env, cwd: process.cwd() })
console.log(`${project.instance}: ${readdirSync(`${corePluginRoot()}/providers/slipway`).sort().join(', ')}`)
