"""train.py DATA NAME SECONDS: trains the parser, and keeps DATA/runs/NAME.pt and NAME.log; goes on where it was.

Takes a GPU where there is one. A tenth of the portraits is held out and measured, as they are and with costumes, every
500 steps: intersection over union of all their pixels together.
"""

import os
import sys
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional as F
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from canvas import LABELS, UNDECIDED
from examples import Portraits, shot
from net import PARSER, Parser
from run import Run

SEED = 1
BATCH = 48
RATE = 3e-3
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
# Rare labels count for more.
WEIGHTS = torch.tensor([0.6, 1, 1, 1.5, 1.5, 1.3, 2.5, 0.8, 2])
POOL, TAKES = 64, 3
EVERY = 500


class Drawn(IterableDataset):
    def __init__(self, data: Path, step: int):
        self.data, self.step = data, step

    def __iter__(self):
        cv2.setNumThreads(1)
        torch.set_num_threads(1)
        worker = get_worker_info()
        rng = np.random.default_rng([SEED, self.step, worker.id if worker else 0])
        while True:
            portraits = Portraits(self.data, hidden=False)
            for _ in range(len(portraits.all) // 8):
                # Costumes take longer than photographs, so each is taken several times.
                pool = [portraits.dressed(rng) for _ in range(POOL)]
                for k in rng.permutation(POOL * TAKES) % POOL:
                    yield tensors(*shot(rng, *pool[k]))


def tensors(picture, labels):
    """A picture (256 * 256 * 3, 0..1) and its labels as PyTorch wants them."""
    return torch.from_numpy(picture).permute(2, 0, 1).contiguous(), torch.from_numpy(labels.astype(np.int64))


def loss_of(logits, labels, weights):
    """Cross-entropy, and one less the overlap (Dice) of each label that is there."""
    known = (labels != UNDECIDED).unsqueeze(1)
    entropy = F.cross_entropy(logits, labels, weights, ignore_index=UNDECIDED)
    # A quarter of the pixels is enough for the overlap.
    logits, labels, known = logits[..., ::2, ::2], labels[..., ::2, ::2], known[..., ::2, ::2]
    share = logits.softmax(1) * known
    truth = F.one_hot(labels.clamp(max=len(LABELS)) * known[:, 0], len(LABELS)).permute(0, 3, 1, 2) * known
    overlap = (2 * (share * truth).sum((0, 2, 3)) + 1) / ((share + truth).sum((0, 2, 3)) + 1)
    there = truth.sum((0, 2, 3)) > 0
    return entropy + 0.7 * (1 - overlap[there]).mean()


@torch.no_grad()
def measured(net, examples):
    """Intersection over union of each label, of all examples' pixels together."""
    net.eval()
    both, either = torch.zeros(len(LABELS)), torch.zeros(len(LABELS))
    for picture, labels in examples:
        found = net(picture[None].to(DEVICE, memory_format=torch.channels_last))[0].argmax(0).cpu()
        for k in range(len(LABELS)):
            mine, true = (found == k) & (labels != UNDECIDED), labels == k
            both[k] += (mine & true).sum()
            either[k] += (mine | true).sum()
    return both / either.clamp(min=1)


def hidden_examples(data: Path):
    portraits = Portraits(data, hidden=True)
    rng = np.random.default_rng(SEED)
    plain = [tensors(rgb.astype(np.float32) / 255, labels) for rgb, labels, _, _ in portraits.all]
    dressed = [tensors(*shot(rng, *portraits.dressed(rng))) for _ in range(60)]
    drawn = plain[len(portraits.grounds) :]
    return {"as they are": plain[:60], "in costumes": dressed, **({"drawn people": drawn} if drawn else {})}


def main(data: Path, name: str, seconds: float):
    torch.manual_seed(SEED)
    file = data / "runs" / f"{name}.pt"
    file.parent.mkdir(exist_ok=True)
    run = Run(Parser(*PARSER).to(DEVICE, memory_format=torch.channels_last), file, RATE, seconds)
    weights = WEIGHTS.to(DEVICE)
    workers = max(1, os.cpu_count() - 1)
    loader = iter(DataLoader(Drawn(data, run.step), BATCH, num_workers=workers, pin_memory=DEVICE == "cuda"))
    while run.goes_on():
        run.net.train()
        picture, labels = (each.to(DEVICE, non_blocking=True) for each in next(loader))
        with torch.autocast(DEVICE, torch.bfloat16):
            logits = run.net(picture.to(memory_format=torch.channels_last))
        run.learn(loss_of(logits.float(), labels, weights))
        if run.step % EVERY == 0:
            run.keep()
            for title, examples in hidden_examples(data).items():
                scores = measured(run.mean, examples)
                run.note(f"  {title}: " + ", ".join(f"{a} {b:.3f}" for a, b in zip(LABELS, scores.tolist())))
    run.keep()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], float(sys.argv[3]))
