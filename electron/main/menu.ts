import { Menu } from 'electron';

import { menuTemplate, type MenuParts } from './menu-template.ts';

export function installMenu(parts: MenuParts): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(parts)));
}
