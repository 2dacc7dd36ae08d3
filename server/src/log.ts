import { type Logger, pino } from 'pino'

/** JSON lines on standard output, with the level as a word and nothing about the machine. */
export function openLog(level: string): Logger {
  return pino({ level, base: null, formatters: { level: (label) => ({ level: label }) } })
}
