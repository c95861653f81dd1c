import { renderTimeline } from '@slipway/agent'
import { Failure } from '@slipway/model'
import { visible } from '@slipway/source/visible'
import { doctor as examine } from '@slipway/operations/look/doctor/doctor'
import type { Finding } from '@slipway/operations/look/doctor/finding'
import { doctorAgent as tryAgent } from '@slipway/operations/look/doctor/doctor-agent'
import { paint, type Console } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { bounds, shortened } from '../output/bounds.ts'
import { jsonDocument, jsonReport } from '../output/values/json-value.ts'
import { projectRequest } from '../requests/requests.ts'
import { sayEvents } from '../reporting/say-events.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

/** `slipway doctor [agent]`. Exits with 1 if it finds a problem that would make a command fail. */
export async function doctor(what: string | undefined, options: BlueprintOptions, console: Console): Promise<number> {
  if (what === 'agent') return doctorAgent(options, console)
  if (what !== undefined)
    throw new Failure('cli/unknown-argument', `slipway doctor does not know ${what}`, {
      hint: 'run slipway doctor, or slipway doctor agent',
    })
  const findings = await examine(slipwayOf(console, options), projectRequest(undefined, options))
  if (options.json === true) console.out.write(jsonDocument(findings))
  else console.out.write(findingsText(findings, console))
  return findings.some((finding) => finding.verdict === 'bad') ? exitCodes.failed : exitCodes.ok
}

/** Puts problems first, in case the list is too long to read. */
function findingsText(findings: readonly Finding[], console: Console): string {
  const order = ['bad', 'odd', 'good']
  const most = bounds.lines
  const isMore = findings.length > most
  const chosen = isMore
    ? findings.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict)).slice(0, most)
    : findings
  const rest = isMore ? `… and ${findings.length - most} more: slipway doctor --json has all\n` : ''
  return `${chosen.map((finding) => findingText(finding, console)).join('')}${rest}`
}

function findingText({ verdict, what, detail, hint }: Finding, console: Console): string {
  const colors = paint(console.out)
  const mark = { good: colors.green('ok  '), odd: colors.yellow('odd '), bad: colors.red('BAD ') }[verdict]
  return `${mark} ${visible(what)}: ${visible(shortened(detail))}\n${hint === undefined ? '' : `       ${colors.cyan('hint:')} ${hint}\n`}`
}

/** Starts the engine of a command and stops it again, to show its parts. */
async function doctorAgent(options: BlueprintOptions, console: Console): Promise<number> {
  const request = projectRequest(undefined, options)
  const report = await tryAgent(slipwayOf(console, options), request, sayEvents(console))
  if (options.json === true) console.out.write(jsonReport(report))
  else console.out.write(`Plan: ${report.plan.join(', ')}\n\n${renderTimeline(report.timeline)}`)
  return exitCodes.ok
}
