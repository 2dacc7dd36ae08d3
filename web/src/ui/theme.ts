import { type ThemeConfig, theme } from 'antd'
import { dark, light, type Palette } from './palette.ts'

export type Mode = 'light' | 'dark'

const fonts =
  "Inter, 'Segoe UI', system-ui, -apple-system, 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif"

/** In a build antd's rules are static sheets (build/antd-styles.ts). */
const isBuilt = import.meta.env?.PROD === true

/** Each mode's tokens. `key` is the same for both, so that the modes differ in variables only. */
export function themeOf(mode: Mode, reducedMotion = false): ThemeConfig {
  const colours: Palette = mode === 'dark' ? dark : light
  return {
    ...(isBuilt
      ? {}
      : { algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm }),
    cssVar: { key: 'sr' },
    hashed: false,
    zeroRuntime: isBuilt,
    token: {
      colorPrimary: colours.primary,
      colorInfo: colours.primary,
      colorLink: colours.primary,
      colorSuccess: colours.success,
      colorWarning: colours.warning,
      colorError: colours.error,
      colorTextBase: colours.text,
      colorBgBase: colours.surface,
      colorBgLayout: colours.page,
      colorBgContainer: colours.surface,
      colorBgElevated: colours.raised,
      colorText: colours.text,
      colorTextSecondary: colours.textSecondary,
      colorTextTertiary: colours.textTertiary,
      colorTextPlaceholder: colours.textTertiary,
      colorTextDescription: colours.textTertiary,
      colorBorder: colours.border,
      colorBorderDisabled: colours.border,
      fontFamily: fonts,
      fontSize: 14,
      borderRadius: 4,
      borderRadiusLG: 6,
      controlHeight: 32,
      motion: !reducedMotion,
      wireframe: false,
    },
    components: {
      // The dark algorithm shifts the primary colour; buttons and links to focus review are the same.
      Button: {
        colorPrimary: colours.primary,
        primaryColor: colours.onPrimary,
        dangerColor: colours.onError,
        fontWeight: 500,
      },
      Checkbox: { colorWhite: colours.onPrimary },
      Modal: { titleFontSize: 18 },
    },
  }
}
