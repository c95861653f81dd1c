import { isNews, type News, type Observer } from '@slipway/operations/events'
import { holderText } from '@slipway/operations/lease/lease-part'
import { plainSecretText } from '@slipway/operations/settings/plain-secrets'
import { damageText } from '@slipway/stores'
import type { Console, Output } from './console.ts'
import { diagnosticsText } from './output/diagnostics-text.ts'

/** Says on stderr what happens in a command that shows no progress. */
export function sayEvents({ err }: Pick<Console, 'err'>): Observer {
  return (event) => {
    if (isNews(event)) err.write(`${sentenceOf(event, err)}\n`)
  }
}

/** An operation's news in words, without the last line break. */
export function sentenceOf(news: News, output: Pick<Output, 'color'>): string {
  switch (news.type) {
    case 'notice':
      return news.message
    case 'policy-violation': {
      const { enforcement, name, pack, policy, message } = news
      return `${enforcement}: ${name === '' ? '' : `${name}: `}${message} (${pack}/${policy})`
    }
    case 'warnings':
      return diagnosticsText(news.diagnostics, output).trimEnd()
    case 'waiting':
      return `Waiting for ${holderText(news.holder)} …`
    case 'held': {
      const now = `${news.instance} is being changed by ${holderText(news.holder)}`
      return `${now}: this plan is made from what is recorded so far`
    }
    case 'left-alone':
      return news.records.map((record) => `left as it is: ${damageText(record)}`).join('\n')
    case 'secret-written-out':
      return plainSecretText(`--var ${news.name}`)
  }
}
