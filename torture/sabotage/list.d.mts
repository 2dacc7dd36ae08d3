interface Sabotage {
  guard: string
  file: string
  cut: string
  put: string
  test: string
  red: string
}

export const sabotages: readonly Sabotage[]
