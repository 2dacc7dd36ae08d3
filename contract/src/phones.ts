/** What is left of a phone: enough to tell two apart. Of a short one, its end alone. */
export function maskPhone(phone: string): string {
  const digits = [...phone]
  const [first, last] = digits.length >= 11 ? [3, 4] : [0, Math.min(2, digits.length >> 2)]
  return `${digits.slice(0, first).join('')}****${digits.slice(digits.length - last).join('')}`
}
