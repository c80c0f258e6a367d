"""A training that can go on where it was: the learning rate's course, averaged weights, and the file that keeps both."""

import copy
import math
import time
from pathlib import Path

import torch

LEAST, WARM_UP, KEPT = 3e-5, 100, 0.995


class Run:
    """Trains `net` for a number of `seconds` over all calls, with a learning rate of `rate` at most."""

    def __init__(self, net, file: Path, rate: float, seconds: float):
        self.net, self.file, self.rate, self.seconds = net, file, rate, seconds
        self.mean, self.step, self.total = copy.deepcopy(net), 0, 0.0
        self.best = torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-4)
        self.began = time.time()
        if file.exists():
            saved = torch.load(file)
            self.began -= saved["spent"]
            for own, key in ((self.net, "net"), (self.mean, "mean"), (self.best, "best")):
                own.load_state_dict(saved[key])
            self.step = saved["step"]
        self.log = open(file.with_suffix(".log"), "a", buffering=1)

    @property
    def spent(self) -> float:
        """Seconds of training in all calls."""
        return time.time() - self.began

    def goes_on(self) -> bool:
        return self.spent < self.seconds

    def learn(self, loss):
        """One step by a loss of the network."""
        course = (1 + math.cos(math.pi * min(1, self.spent / self.seconds))) / 2
        for group in self.best.param_groups:
            group["lr"] = min(1, (self.step + 1) / WARM_UP) * (LEAST + (self.rate - LEAST) * course)
        self.best.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5)
        self.best.step()
        self.step += 1
        self.total += loss.item()
        slow = min(KEPT, (self.step + 1) / (self.step + 10))
        for own, now in zip(self.mean.state_dict().values(), self.net.state_dict().values()):
            if own.is_floating_point():
                own.lerp_(now, 1 - slow)
        if self.step % 50 == 0:
            self.note(f"{self.spent:.0f} s, step {self.step}, loss {self.total / 50:.3f}")
            self.total = 0.0

    def note(self, line: str):
        print(line, file=self.log)

    def keep(self):
        kept = {"net": self.net, "mean": self.mean, "best": self.best}
        new = Path(f"{self.file}.new")
        torch.save(
            {**{key: own.state_dict() for key, own in kept.items()}, "step": self.step, "spent": self.spent}, new
        )
        new.rename(self.file)
