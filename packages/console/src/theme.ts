import { t } from '@lingui/core/macro';
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The one accent colour: a petrol that keeps 4.5:1 on white (7) and on the dark ground (3). */
const petrol: MantineColorsTuple = [
  '#e9f6f9',
  '#d3e9ef',
  '#a5d3df',
  '#73bccf',
  '#4da8c1',
  '#349bb8',
  '#2092b2',
  '#0f6a82',
  '#0b5c72',
  '#064a5d',
];

/** Grounds of the dark theme, with the accent's hue in them. */
const dark: MantineColorsTuple = [
  '#dbe3e6',
  '#b9c5ca',
  '#9aabb3',
  '#6b7c84',
  '#3a484e',
  '#2c383d',
  '#20292e',
  '#161d20',
  '#12181b',
  '#0d1214',
];

const FONT =
  'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif';

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 7 },
  colors: { petrol, dark },
  fontFamily: FONT,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: { fontFamily: FONT, fontWeight: '650', sizes: { h1: { fontSize: '1.375rem' } } },
  components: {
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': t`Close` } } },
    Table: { defaultProps: { verticalSpacing: 6, horizontalSpacing: 'sm' } },
    Select: { defaultProps: { size: 'sm', comboboxProps: { shadow: 'md' } } },
    MultiSelect: { defaultProps: { size: 'sm', comboboxProps: { shadow: 'md' } } },
  },
});

/**
 * Colours of the pages, by theme. `--scale-*` runs from "all satisfied", close to the ground, to "far
 * from it", the strongest: one hue, falling lightness, so that it reads without colour vision.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fbfcfc',
    '--mantine-color-dimmed': '#55636b',
    '--mantine-color-placeholder': '#66747c',
    '--mantine-color-anchor': '#0f6a82',
    '--mantine-color-error': '#b42318',
    '--mantine-color-blue-light': '#eaf3fa',
    '--mantine-color-teal-light': '#e6f5f0',
    '--mantine-color-yellow-light': '#fdf6e0',
    '--mantine-color-red-light': '#fceeed',
    '--page-surface': '#ffffff',
    '--page-line': '#dfe5e8',
    '--page-hover': '#f1f6f8',
    '--good': '#00795a',
    '--open': '#8a6a00',
    '--bad': '#b3261e',
    '--scale-0': '#edf5f8',
    '--scale-1': '#d5e8ee',
    '--scale-2': '#b3d6e0',
    '--scale-3': '#83bccc',
    '--scale-4': '#33788e',
    '--scale-5': '#155266',
    '--scale-6': '#042b38',
    '--scale-ink': '#10303a',
    '--scale-ink-strong': '#ffffff',
  },
  dark: {
    '--mantine-color-body': '#12181b',
    '--mantine-color-text': '#dbe3e6',
    '--mantine-color-dimmed': '#9aabb3',
    '--mantine-color-placeholder': '#8b9ca4',
    '--mantine-color-anchor': '#7fc4d6',
    '--mantine-color-error': '#ff9b94',
    '--mantine-color-blue-light': '#162b3d',
    '--mantine-color-teal-light': '#12312a',
    '--mantine-color-yellow-light': '#332a12',
    '--mantine-color-red-light': '#3b2023',
    '--page-surface': '#192125',
    '--page-line': '#2c383d',
    '--page-hover': '#202a2f',
    '--good': '#45c29e',
    '--open': '#d9b93b',
    '--bad': '#ff8a80',
    '--scale-0': '#1b292f',
    '--scale-1': '#1d3742',
    '--scale-2': '#1d4858',
    '--scale-3': '#1f5c70',
    '--scale-4': '#5fb0c6',
    '--scale-5': '#93d0e0',
    '--scale-6': '#d5f1f8',
    '--scale-ink': '#e3edf0',
    '--scale-ink-strong': '#082029',
  },
});
