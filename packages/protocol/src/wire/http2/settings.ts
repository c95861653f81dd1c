import { defaultFrameSize, frameOf, FrameType } from './frames.ts'
import { Http2Error } from './http2-error.ts'
import { maxSettings } from './limits.ts'

/** The settings of RFC 9113, 6.5.2. */
export const Setting = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
  maxHeaderListSize: 6,
} as const

const settingBytes = 6

/** The largest possible window, in bytes: RFC 9113, 6.9.1. */
export const maxWindow = 0x7fffffff

export function encodeSettings(settings: readonly (readonly [number, number])[]): Buffer {
  const payload = Buffer.allocUnsafe(settings.length * settingBytes)
  settings.forEach(([setting, value], index) => {
    payload.writeUInt16BE(setting, index * settingBytes)
    payload.writeUInt32BE(value, index * settingBytes + 2)
  })
  return frameOf(FrameType.settings, 0, 0, payload)
}

/** Decodes settings, including unknown ones. Fails with an Http2Error on a value that a setting cannot have. */
export function decodeSettings(payload: Buffer): [number, number][] {
  if (payload.length % settingBytes !== 0) throw new Http2Error('frameSize', 'settings are cut off')
  if (payload.length > maxSettings * settingBytes) throw new Http2Error('enhanceYourCalm', 'too many settings at once')
  const settings: [number, number][] = []
  for (let at = 0; at < payload.length; at += settingBytes) {
    const setting = payload.readUInt16BE(at)
    const value = payload.readUInt32BE(at + 2)
    check(setting, value)
    settings.push([setting, value])
  }
  return settings
}

function check(setting: number, value: number): void {
  if (setting === Setting.enablePush && value > 1) throw new Http2Error('protocol', `push cannot be ${value}`)
  if (setting === Setting.initialWindowSize && value > maxWindow)
    throw new Http2Error('flowControl', `a window of ${value} bytes is too large`)
  if (setting === Setting.maxFrameSize && (value < defaultFrameSize || value > 0xffffff))
    throw new Http2Error('protocol', `frames of ${value} bytes are not allowed`)
}
