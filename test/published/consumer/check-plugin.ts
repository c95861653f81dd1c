/** The test of a plugin, as its author writes it: argv[2] is the executable. */
import { testPlugin, type CheckResult, type PluginReport } from '@slipway/testkit'

const [, , executable = ''] = process.argv
const report: PluginReport = await testPlugin(executable, {
  exercises: [{ type: 'notes/note', spec: { text: 'milk' }, update: { text: 'bread' } }],
})
const failed: readonly CheckResult[] = report.checks.filter(({ ok }) => !ok)
for (const { name, detail } of failed) console.log(`failed: ${name}: ${detail}`)
console.log(`${report.plugin?.id} ${report.plugin?.version} ${report.ok ? 'is fine' : 'is not fine'}`)
