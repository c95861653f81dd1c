import { stripVTControlCharacters } from 'node:util'
import { isNews, type News, type Observer } from '@slipway/operations/events'
import { holderText } from '@slipway/operations/lease/instance-lock'
import { plainSecretText } from '@slipway/operations/settings/plain-secrets'
import { damageText } from '@slipway/stores'
import { type Console, type Output, paint } from '../console/console.ts'
import { newsAnnotations } from '../output/diagnostics/annotations.ts'
import { diagnosticsText } from '../output/diagnostics/diagnostics-text.ts'
import { attemptText } from '../output/progress/event-text.ts'
import { signOfLife } from '../console/sign-of-life.ts'

/** Reports events on stderr, for a command that shows no progress. */
export function sayEvents({ err, env }: Pick<Console, 'err' | 'env'>): Observer {
  return (event) => {
    if (!isNews(event)) return
    err.write(`${sentenceOf(event, err)}\n`)
    err.writeAsIs(newsAnnotations(event, env))
  }
}

/** Like `sayEvents`, for work that may take time before it shows anything: adds failed attempts, and a sign of life. */
export function sayWaiting(console: Pick<Console, 'err' | 'env'>): { readonly observe: Observer; end(): void } {
  const { err } = console
  const colors = paint(err)
  const say = sayEvents(console)
  const life = signOfLife(() => err.write('… still at work\n'))
  return {
    observe: (event) => {
      if (!isNews(event) && event.type !== 'attempt-failed') return
      life.heard()
      if (isNews(event)) return say(event)
      const line = attemptText(event, colors)
      if (line !== undefined) err.write(`${line}\n`)
    },
    end: () => life.end(),
  }
}

/** An operation's news in words, without the last line break. */
export function sentenceOf(news: News, output: Pick<Output, 'color'>): string {
  switch (news.type) {
    case 'notice':
      return news.message
    case 'program-message': {
      const plain = stripVTControlCharacters(news.message)
      return news.level === 'info' ? plain : `${news.level}: ${plain}`
    }
    case 'policy-violation': {
      const { enforcement, name, pack, policy, message } = news
      return `${enforcement}: ${name === '' ? '' : `${name}: `}${message.replaceAll('\n', '\n  ')} (${pack}/${policy})`
    }
    case 'warnings':
      return diagnosticsText(news.diagnostics, output).trimEnd()
    case 'waiting':
      return `Waiting for ${holderText(news.holder)} …`
    case 'held': {
      const now = `${news.instance} is being changed by ${holderText(news.holder)}`
      return `${now}: this plan uses the records so far`
    }
    case 'left-alone':
      return news.records.map((record) => `not changed: ${damageText(record)}`).join('\n')
    case 'secret-written-out':
      return plainSecretText(`--var ${news.name}`)
  }
}
