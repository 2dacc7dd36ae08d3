import { useAppearance } from '../../shared/appearance.ts'

/* Numbers as they are written in the user's language. */

const units = [
  ['second', 1, 60],
  ['minute', 60, 60],
  ['hour', 3600, 48],
  ['day', 86_400, Number.POSITIVE_INFINITY],
] as const

function numbersIn(language: string) {
  const whole = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const signed = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  })
  const count = (value: number) => whole.format(value)
  return {
    count,
    /** A number beside that of the time before. */
    compared: (value: number, before: number) => ({
      value: count(value),
      before: count(before),
      change: before > 0 ? signed.format(value / before - 1) : undefined,
    }),
    share: (value: number | undefined) => (value === undefined ? '–' : percent.format(value)),
    /** To two digits: it is known to within 5 %. */
    time(seconds: number | null | undefined) {
      if (seconds === null || seconds === undefined) return '–'
      const [unit, size] = units.find(([, size, most]) => seconds < size * most) ?? units[0]
      return new Intl.NumberFormat(language, {
        style: 'unit',
        unit,
        unitDisplay: 'short',
        maximumSignificantDigits: 2,
      }).format(seconds / size)
    },
  }
}

/** Formatters cost about a millisecond to create, and a plot draws itself at every move of the pointer. */
const made = new Map<string, ReturnType<typeof numbersIn>>()

export function useNumbers() {
  const { language } = useAppearance()
  const numbers = made.get(language) ?? numbersIn(language)
  made.set(language, numbers)
  return numbers
}
