/*
 * The colours: petrol for actions, amber for the current position, warm
 * paper or ink behind. `base.css` spells the same values for the page before antd is there.
 */
export interface Palette {
  primary: string
  onPrimary: string
  onError: string
  page: string
  surface: string
  /** Dialogs and drop-downs, which are lighter in dark mode. */
  raised: string
  text: string
  textSecondary: string
  textTertiary: string
  border: string
  success: string
  warning: string
  error: string
}

export const light: Palette = {
  primary: '#0b6668',
  onPrimary: '#ffffff',
  onError: '#ffffff',
  page: '#f4f2ee',
  surface: '#fffefb',
  raised: '#fffefb',
  text: '#1c2422',
  textSecondary: '#47524f',
  textTertiary: '#5f6a67',
  border: '#d8d4cb',
  success: '#2c6e3f',
  warning: '#8a5a00',
  error: '#a8321f',
}

export const dark: Palette = {
  primary: '#5cc0ba',
  onPrimary: '#06201f',
  onError: '#2b0f09',
  page: '#121716',
  surface: '#1a2120',
  raised: '#242e2b',
  text: '#e6ebe8',
  textSecondary: '#b6c0bc',
  textTertiary: '#98a39f',
  border: '#36413e',
  success: '#7cc78d',
  warning: '#e3b25a',
  error: '#f08b76',
}
